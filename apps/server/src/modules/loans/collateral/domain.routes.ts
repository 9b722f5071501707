import { calls } from '@pier/protocol/calls/calls'
import { readClock } from '../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { requireUser } from '../../../platform/http/require-user.ts'
import { readName } from './read-name.ts'
import { requireOwnLoan } from '../views/read-loan.ts'

/** Only the two parties may read this; anyone else gets 404. */
export const loanNameRoutes: RoutePlugin = async (app, { db }) => {
  app.addHook('onRequest', requireUser)

  app.get('/escrow/:id/name', { schema: calls['GET /escrow/:id/name'] }, async (request) => {
    const userId = request.user.id
    const { loan } = await requireOwnLoan(db, { escrowId: request.params.id, userId })
    return readName(db, loan, { id: userId, now: await readClock(db) })
  })
}
