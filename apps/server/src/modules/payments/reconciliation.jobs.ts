import { inTransaction, type Database } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { JobHandler } from '../../platform/jobs/worker.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Movement } from '../../providers/card/card-provider.ts'
import { creditOf } from './crypto-payments.service.ts'
import type { PaymentTools } from './payment-tools.ts'
import { listDepositsSince, type Cleared } from './reconciliation.repository.ts'
import { askFrom, findFromTime, reconcile } from './reconciliation.service.ts'
import { findTopUpByRef, type Rail } from './top-ups.repository.ts'

type Worker = { paymentTools: PaymentTools; metrics: Metrics }

/** Both providers, one after the other; what is missing in the books is read anew at once. */
export const reconcileJob: JobHandler<Worker, 'payments.reconcile'> = async (worker) => {
  const { db, paymentTools: tools, metrics, log } = worker
  const fromCard = await findFromTime(db, 'card')
  const movements = await tools.card.listMovements(askFrom(fromCard))
  const fromCrypto = await findFromTime(db, 'crypto')
  const deposits = await readDeposits(db, tools, askFrom(fromCrypto))

  const sides: { provider: Rail; from: Date; movements: Cleared[] }[] = [
    { provider: 'card', from: fromCard, movements },
    { provider: 'crypto', from: fromCrypto, movements: deposits },
  ]
  for (const side of sides) {
    const result = await inTransaction(db, (tx) => reconcile(tx, side))
    const { differenceCents, unexplained } = result
    metrics.reconciliationCents.set({ provider: side.provider }, differenceCents)
    if (unexplained.length === 0) continue
    log.error({ provider: side.provider, differenceCents, unexplained }, 'books do not agree')
    const missing = unexplained.filter(({ ledgerCents }) => ledgerCents === null)
    if (side.provider === 'card') await readMissing(db, tools, { missing, movements })
  }
}

/** What each top-up has brought so far, by the provider's own word. */
async function readDeposits(db: Database, { crypto }: PaymentTools, from: Date) {
  const byTopUp = new Map<string, Cleared>()
  for (const known of await listDepositsSince(db, from)) {
    const deposit = await crypto.readDeposit(known.paymentId)
    const cents = deposit.parentPaymentId ? 0 : creditOf(deposit, 0)
    const reference = `crypto:${known.transactionId}`
    const before = byTopUp.get(reference)?.amountCents ?? 0
    const sum = before + cents
    if (sum > 0) byTopUp.set(reference, { reference, amountCents: sum, at: known.firstSeenAt })
  }
  return [...byTopUp.values()]
}

async function readMissing(
  db: Database,
  { card }: PaymentTools,
  { missing, movements }: { missing: { reference: string }[]; movements: Movement[] },
) {
  for (const { reference } of missing) {
    const source = movements.find((row) => row.reference === reference)?.source
    const chargeRef = source && (await card.findChargeOf(source))
    const topUp = chargeRef && (await findTopUpByRef(db, { provider: 'card', chargeRef }))
    const transactionId =
      (topUp && topUp.transactionId) ||
      (chargeRef && (await card.findTransactionOfCharge(chargeRef)))
    if (!transactionId) continue
    await inTransaction(db, (tx) => enqueue(tx, 'payments.read-card', { transactionId }))
  }
}
