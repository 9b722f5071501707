import { inTransaction, type Database } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import type { JobHandler } from '../../../platform/jobs/worker.ts'
import type { Log } from '../../../platform/log.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import type { Movement } from '../../../providers/card/card-provider.ts'
import { creditOf } from '../settlement/crypto-payments.service.ts'
import type { PaymentClients } from '../top-ups/payment-clients.ts'
import { listDepositsSince, type Cleared } from './reconciliation.repository.ts'
import { askFrom, findFromTime, reconcile, type Side } from './reconciliation.service.ts'
import { findTopUpByRef } from '../top-ups/top-ups.repository.ts'

type Worker = { paymentTools: PaymentClients; metrics: Metrics }

/** Both providers; one that gives no answer does not keep the other from being compared. */
export const reconcileJob: JobHandler<Worker, 'payments.reconcile'> = async (worker) => {
  const results = await Promise.allSettled([compareCard(worker), compareCrypto(worker)])
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

type Context = Worker & { db: Database; log: Log }

async function compareCard(context: Context): Promise<void> {
  const { db, paymentTools: clients } = context
  const from = await findFromTime(db, 'card')
  const movements = await clients.card.listMovements(askFrom(from))
  const missing = await compareSide(context, { provider: 'card', from, movements, unread: [] })
  await readMissing(db, clients, { missing, movements })
}

async function compareCrypto(context: Context): Promise<void> {
  const from = await findFromTime(context.db, 'crypto')
  const deposits = await readDeposits(context.db, context.paymentTools, askFrom(from))
  await compareSide(context, { provider: 'crypto', from, ...deposits })
}

/** Returns what the provider has and the ledger does not. */
async function compareSide({ db, metrics, log }: Context, side: Side) {
  const { differenceCents, unexplained } = await inTransaction(db, (tx) => reconcile(tx, side))
  if (unexplained.length > 0) {
    metrics.faults.inc()
    log.error({ provider: side.provider, differenceCents, unexplained }, 'books do not agree')
  }
  return unexplained.filter(({ ledgerCents }) => ledgerCents === null)
}

/** What each top-up has brought so far, according to the provider. */
async function readDeposits(db: Database, { crypto }: PaymentClients, from: Date) {
  const byTopUp = new Map<string, Cleared>()
  const unread = new Set<string>()
  for (const known of await listDepositsSince(db, from)) {
    const reference = `crypto:${known.transactionId}`
    const deposit = await crypto.readDeposit(known.paymentId).catch(() => null)
    if (!deposit) {
      unread.add(reference)
      continue
    }
    const cents = deposit.parentPaymentId ? 0 : creditOf(deposit, 0)
    const sum = (byTopUp.get(reference)?.amountCents ?? 0) + cents
    byTopUp.set(reference, { reference, amountCents: sum, at: known.readAt })
  }
  return { movements: [...byTopUp.values()], unread: [...unread] }
}

async function readMissing(
  db: Database,
  { card }: PaymentClients,
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
