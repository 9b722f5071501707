import { calls } from '@pier/protocol/calls/calls'
import { inTransaction, readClock } from '../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { requireUser } from '../../../platform/http/require-user.ts'
import { editInEscrow, readServers, undoInEscrow } from './nameservers.service.ts'
import { requireOwnLoan } from '../views/read-loan.ts'

export const loanNameserverRoutes: RoutePlugin = async (app, { db }) => {
  app.addHook('onRequest', requireUser)

  const readSchema = calls['GET /escrow/:id/nameservers']
  app.get('/escrow/:id/nameservers', { schema: readSchema }, async (request) => {
    const wanted = { escrowId: request.params.id, userId: request.user.id }
    return readServers(db, await requireOwnLoan(db, wanted), await readClock(db))
  })

  const editSchema = calls['POST /escrow/:id/nameservers']
  app.post('/escrow/:id/nameservers', { schema: editSchema }, async (request) => {
    const { id: userId, sessionId } = request.user
    const { nameservers } = request.body
    const input = { userId, sessionId, escrowId: request.params.id, nameservers }
    await inTransaction(db, (tx) => editInEscrow(tx, input))
    return { state: 'waiting' }
  })

  const undoSchema = calls['POST /escrow/:id/nameservers/undo']
  app.post('/escrow/:id/nameservers/undo', { schema: undoSchema }, async (request) => {
    const { id: userId, sessionId } = request.user
    const input = { userId, sessionId, escrowId: request.params.id }
    await inTransaction(db, (tx) => undoInEscrow(tx, input))
    return { state: 'waiting' }
  })
}
