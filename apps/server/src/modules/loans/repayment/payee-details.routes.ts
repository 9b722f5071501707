import { calls } from '@pier/protocol/calls/calls'
import { contractOf } from '@pier/protocol/rails'
import { inTransaction } from '../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { requireUser } from '../../../platform/http/require-user.ts'
import { revealPayee } from './payee-details.service.ts'

export const revealRoutes: RoutePlugin = async (app, { db, config }) => {
  app.addHook('onRequest', requireUser)

  app.post('/escrow/:id/reveal', { schema: calls['POST /escrow/:id/reveal'] }, async (request) => {
    const { id: userId, sessionId } = request.user
    const { version, waives_runway: waivesRunway = false } = request.body ?? {}
    const asked = { userId, sessionId, escrowId: request.params.id, version, waivesRunway }
    const shown = await inTransaction(db, (tx) => revealPayee(tx, config.keys.data, asked))
    return {
      rail: contractOf(shown.rail),
      payee: shown.name,
      lines: shown.lines,
      locked_since: shown.lockedSince.toISOString(),
      amount: shown.amountCents / 100,
      reference: shown.reference,
      rest: shown.rest && {
        payee: shown.rest.name,
        lines: shown.rest.lines,
        amount: shown.rest.amountCents / 100,
      },
    }
  })
}
