import { calls } from '@pier/protocol/calls/calls'
import { AppError } from '../../../platform/app-error.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { openConsole } from '../../operators/operators.service.ts'
import { clientOf, openUserClients } from '../../users/users.service.ts'
import { findMessage } from './contact.repository.ts'
import { answerMessage, closeMessage, takeMessage } from './contact.service.ts'

/** Anybody may write to us, without a login. */
export const publicContactRoutes: RoutePlugin = async (app, { db, config }) => {
  const clients = await openUserClients(config)

  app.post('/contact', { schema: calls['POST /contact'] }, async (request, reply) => {
    await takeMessage(db, clients, { ...request.body, client: clientOf(request) })
    return reply.code(204).send(null)
  })
}

export const contactRoutes: RoutePlugin = async (app, context) => {
  const { onQuery, onCommand } = await openConsole(app, context)

  onQuery('GET /operator/contact/:id', async (db, { params }) => {
    const found = await findMessage(db, params.id)
    if (!found) throw new AppError('report_not_found')
    const { id, name, email, topic, message, others, answer } = found
    return {
      id,
      name,
      email,
      topic,
      message,
      others,
      answer,
      created_at: found.createdAt.toISOString(),
      closed_at: found.closedAt?.toISOString() ?? null,
      closed_by: found.operator,
    }
  })

  onCommand('POST /operator/contact/:id/answer', async (tx, { params: { id }, body, operator }) => {
    await answerMessage(tx, { id, text: body.text, operatorId: operator.id })
    return { reply: null, subject: id, data: { text: body.text } }
  })

  onCommand('POST /operator/contact/:id/close', async (tx, { params: { id }, operator }) => {
    await closeMessage(tx, { id, operatorId: operator.id })
    return { reply: null, subject: id }
  })
}
