import { calls } from '@pier/protocol/calls/calls'
import { AppError } from '../../../platform/app-error.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { requireUser } from '../../../platform/http/require-user.ts'
import { limitTries } from '../../../platform/limits.ts'
import { openAgreementContext } from '../../contracts/contracts.service.ts'
import { waitForCommand } from '../../custody/custody.service.ts'
import { balanceOf } from '../../ledger/ledger.service.ts'
import { advanceRenewal, askForAdvanceQuote } from './advances.service.ts'
import { readLoan } from '../views/read-loan.ts'

/** A dialog that waits asks every second. */
const quoteLimit = { name: 'quote', max: 120, perSeconds: 60 }
/** How long a request waits for the registry; a later answer shows up in the loan. */
const patienceMs = 6000

/** The lender keeps the name from lapsing. */
export const advanceRoutes: RoutePlugin = async (app, { db, config }) => {
  app.addHook('onRequest', requireUser)
  const context = openAgreementContext(config)

  const quoteSchema = calls['POST /escrow/:id/advance/quote']
  app.post('/escrow/:id/advance/quote', { schema: quoteSchema }, async (request) => {
    const { id: userId, sessionId } = request.user
    await limitTries(db, quoteLimit, userId, config.keys.blindIndex)
    const submit = { userId, sessionId, escrowId: request.params.id }
    const { quote } = await inTransaction(db, (tx) => askForAdvanceQuote(tx, submit))
    const { availableCents } = await balanceOf(db, userId)
    return {
      state: quote.state as 'asking' | 'ready' | 'refused', // The column's own check.
      quote_id: quote.state === 'ready' ? quote.id : null,
      amount: quote.amountCents === null ? null : quote.amountCents / 100,
      is_premium: quote.isPremium,
      valid_until: quote.validUntil?.toISOString() ?? null,
      message: quote.message,
      available: availableCents / 100,
    }
  })

  const advanceSchema = calls['POST /escrow/:id/advance']
  app.post('/escrow/:id/advance', { schema: advanceSchema }, async (request) => {
    const { id: userId, sessionId } = request.user
    const submit = { userId, sessionId, escrowId: request.params.id }
    const { quote_id: quoteId } = request.body
    const commandId = await inTransaction(db, (tx) => advanceRenewal(tx, { ...submit, quoteId }))
    const command = commandId ? await waitForCommand(db, commandId, patienceMs) : undefined
    if (command?.state === 'refused') {
      throw new AppError('registry_refused', command.message ? { message: command.message } : {})
    }
    return readLoan(db, context, submit)
  })
}
