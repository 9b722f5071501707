import { calls } from '@pier/protocol/calls/calls'
import { inTransaction } from '../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { requireUser } from '../../../platform/http/require-user.ts'
import { limitTries } from '../../../platform/limits.ts'
import { requireOwnLoan } from '../../loans/loans.service.ts'
import { markMessagesRead, sendMessage } from './messages.service.ts'
import { readMessages } from './read-messages.ts'

const sendLimit = { name: 'message-send', max: 30, perSeconds: 60 }

export const messageRoutes: RoutePlugin = async (app, { db, config }) => {
  app.addHook('onRequest', requireUser)

  const listSchema = calls['GET /escrow/:id/messages']
  app.get('/escrow/:id/messages', { schema: listSchema }, async (request) => {
    const key = { escrowId: request.params.id, userId: request.user.id }
    await requireOwnLoan(db, key)
    return readMessages(db, key)
  })

  const sendSchema = calls['POST /escrow/:id/message']
  app.post('/escrow/:id/message', { schema: sendSchema }, async (request, reply) => {
    const { id: userId, sessionId } = request.user
    const { message: body, file_id: fileId } = request.body
    await limitTries(db, sendLimit, userId, config.keys.blindIndex)
    const input = { userId, sessionId, escrowId: request.params.id, body, fileId }
    const id = await inTransaction(db, (tx) => sendMessage(tx, input))
    return reply.code(201).send({ id })
  })

  const readSchema = calls['POST /escrow/:id/read']
  app.post('/escrow/:id/read', { schema: readSchema }, async (request, reply) => {
    const key = { escrowId: request.params.id, userId: request.user.id }
    await inTransaction(db, (tx) => markMessagesRead(tx, key))
    return reply.code(204).send(null)
  })
}
