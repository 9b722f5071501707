import { dayMs, minuteMs } from '@pier/protocol/time'
import { inBatches } from '../../platform/batches.ts'
import { inTransaction, type Database, type Tx } from '../../platform/db/database.ts'
import { clearTimer, setTimer } from '../../platform/jobs/timers.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { JobHandler } from '../../platform/jobs/worker.ts'
import { isRefusal } from '../../providers/card/card-provider.ts'
import type { Deposit } from '../../providers/crypto/crypto-provider.ts'
import { recordCardPayment } from './settlement/card-payments.service.ts'
import { recordDeposits } from './settlement/crypto-payments.service.ts'
import {
  findPaymentEvent,
  listForgotten,
  listUnhandled,
  markHandled,
  wipeOldBodies,
} from './settlement/payment-events.repository.ts'
import type { PaymentClients } from './top-ups/payment-clients.ts'
import {
  findTopUp,
  findTopUpByRef,
  listDeposits,
  type TopUp,
} from './top-ups/top-ups.repository.ts'
import { failTopUp, StaleAnswer } from './top-ups/top-ups.service.ts'
import { findCardRefund } from './withdrawals/withdrawals.repository.ts'
import {
  closeWithdrawal,
  openWithdrawal,
  refuseCardRefund,
  returnWithdrawals,
} from './withdrawals/withdrawal-payments.service.ts'

export type PaymentWorker = { paymentTools: PaymentClients }

/** Records what was read, and returns what is wrong with it. */
type Recording = (tx: Tx) => Promise<string | null>
type Settle = (work: Recording) => Promise<unknown>

/** An event is a reason to ask the provider. What it answers is what counts. */
export const handleEventJob: JobHandler<PaymentWorker, 'payments.handle-event'> = async (
  { db, paymentTools: clients, settle },
  { eventId },
) => {
  const event = await findPaymentEvent(db, eventId)
  if (!event || event.handledAt) return
  const read =
    event.provider === 'card'
      ? () => readCardEvent(db, clients, event.body as CardEventBody)
      : () => readCryptoEvent(db, clients, event.body as CryptoEventBody)
  await recordInOrder(read, (record) =>
    settle(async (tx) => {
      const problem = await record(tx)
      await markHandled(tx, eventId, problem)
      return problem
    }),
  )
}

const readsMax = 10

/** Reads again if another answer was recorded meanwhile: ours would be older. */
async function recordInOrder(read: () => Promise<Recording>, settle: Settle): Promise<void> {
  for (let reads = 1; ; reads++) {
    const record = await read()
    try {
      await settle(record)
      return
    } catch (error) {
      if (!(error instanceof StaleAnswer) || reads === readsMax) throw error
    }
  }
}

const ofNobody: Recording = async () => 'belongs to no top-up'

type CardEventBody = {
  object: string
  id: string
  charge?: string | null
  client_reference_id?: string | null
}

async function readCardEvent(
  db: Database,
  clients: PaymentClients,
  object: CardEventBody,
): Promise<Recording> {
  if (object.object === 'checkout.session') {
    const topUp = await findTopUp(db, object.client_reference_id ?? '')
    if (topUp?.provider !== 'card') return ofNobody
    return readCard(clients, topUp, { sessionId: object.id, withHistory: false })
  }
  const chargeRef = object.object === 'charge' ? object.id : object.charge
  if (!chargeRef) return async () => null // Not about a payment of ours.
  const topUp = await findTopUpOfCharge(db, clients, chargeRef)
  if (!topUp?.providerRef) return ofNobody
  return readCard(clients, topUp, { sessionId: topUp.providerRef, withHistory: true })
}

/** By the stored charge or, for a charge new to us, by the id that we put on it. */
async function findTopUpOfCharge(db: Database, { card }: PaymentClients, chargeRef: string) {
  const known = await findTopUpByRef(db, { provider: 'card', chargeRef })
  if (known) return known
  const transactionId = await card.findTransactionOfCharge(chargeRef)
  return transactionId ? findTopUp(db, transactionId) : undefined
}

async function readCard(
  { card, publicOrigin }: PaymentClients,
  seen: TopUp,
  { sessionId, withHistory }: { sessionId: string; withHistory: boolean },
): Promise<Recording> {
  const payment = await card.readPayment(sessionId, { withHistory })
  const settings = { seen, payment, isLive: card.isLive, publicOrigin }
  return async (tx) => {
    const { problem, isOpen } = await recordCardPayment(tx, settings)
    if (isOpen) await checkAgain(tx, seen.transactionId, 10 * minuteMs)
    return problem
  }
}

type CryptoEventBody = {
  payment_id: number | string
  order_id?: string | null
  invoice_id?: number | string | null
}

async function readCryptoEvent(
  db: Database,
  { crypto, publicOrigin }: PaymentClients,
  { payment_id, order_id, invoice_id }: CryptoEventBody,
): Promise<Recording> {
  // An operator's look-up has only the payment id; the provider says whose it is.
  const isNamed = Boolean(order_id ?? invoice_id)
  const found = isNamed ? null : await crypto.readDeposit(String(payment_id))
  const orderId = order_id ?? found?.transactionId
  const invoiceId = invoice_id ?? found?.invoiceId
  const seen = orderId
    ? await findTopUp(db, orderId)
    : await findTopUpByRef(db, { provider: 'crypto', providerRef: String(invoiceId) })
  if (seen?.provider !== 'crypto') return ofNobody
  // Read after the line was: what is recorded must not be older than what is known.
  const deposits = [await crypto.readDeposit(String(payment_id))]
  return (tx) => recordDeposits(tx, { seen, deposits, publicOrigin })
}

/** Events can get lost, so every unsettled top-up is polled as well. */
export const checkTopUpJob: JobHandler<PaymentWorker, 'payments.check-top-up'> = (
  { db, paymentTools: clients, settle },
  { subjectId },
) => recordInOrder(() => readTopUp(db, clients, subjectId), settle)

export const returnWithdrawalsJob: JobHandler<PaymentWorker, 'payments.return-withdrawals'> = (
  { settle, paymentTools: { publicOrigin } },
  { userId },
) => settle((tx) => returnWithdrawals(tx, { userId, publicOrigin }))

/** Reconciliation found something that the ledger does not have. */
export const readCardJob: JobHandler<PaymentWorker, 'payments.read-card'> = (
  { db, paymentTools: clients, settle },
  { transactionId },
) => recordInOrder(() => readTopUp(db, clients, transactionId), settle)

async function readTopUp(db: Database, clients: PaymentClients, transactionId: string) {
  const topUp = await findTopUp(db, transactionId)
  if (!topUp) return ofNobody
  if (!topUp.providerRef) {
    // No payment page was opened, so nobody can have paid.
    return async (tx: Tx) => failTopUp(tx, transactionId, 'Could not be started')
  }
  return topUp.provider === 'card'
    ? readCard(clients, topUp, { sessionId: topUp.providerRef, withHistory: true })
    : readCrypto(db, clients, topUp)
}

const depositDaysMax = 7

/** The provider has no list for us to read: only deposits that we heard of can be asked after. */
async function readCrypto(
  db: Database,
  { crypto, publicOrigin }: PaymentClients,
  seen: TopUp,
): Promise<Recording> {
  const { transactionId, createdAt } = seen
  const known = await listDeposits(db, transactionId)
  const deposits: Deposit[] = []
  for (const { paymentId } of known) deposits.push(await crypto.readDeposit(paymentId))
  const endsAt = createdAt.getTime() + depositDaysMax * dayMs

  return async (tx) => {
    const problem = await recordDeposits(tx, { seen, deposits, publicOrigin })
    const leftMs = endsAt - tx.now.getTime()
    if (leftMs <= 0) {
      await failTopUp(tx, transactionId, 'Nothing arrived in 7 days')
      await clearTimer(tx, { job: 'payments.check-top-up', subjectId: transactionId })
    } else if (known.length === 0) await checkAgain(tx, transactionId, leftMs)
    return problem
  }
}

function checkAgain(tx: Tx, transactionId: string, inMs: number): Promise<void> {
  const fireAt = new Date(tx.now.getTime() + inMs)
  return setTimer(tx, { job: 'payments.check-top-up', subjectId: transactionId, fireAt })
}

/** Requests each refund under its own idempotency key, then reads the outcome. */
export const payWithdrawalJob: JobHandler<PaymentWorker, 'payments.pay-withdrawal'> = async (
  { db, paymentTools: clients, settle },
  { subjectId },
) => {
  const refunds = await inTransaction(db, (tx) => openWithdrawal(tx, subjectId))
  for (const { id, topUpId, chargeRef, amountCents } of refunds) {
    const read = () => readTopUp(db, clients, topUpId)
    // It may have been requested before and the answer lost; idempotency keys do not last.
    await recordInOrder(read, (record) => inTransaction(db, record))
    if (!chargeRef || (await findCardRefund(db, id))?.status !== 'asked') continue
    try {
      await clients.card.refund({ cardRefundId: id, chargeRef, amountCents })
    } catch (error) {
      if (!isRefusal(error)) throw error
      await inTransaction(db, (tx) => refuseCardRefund(tx, id))
      continue
    }
    await recordInOrder(read, (record) => inTransaction(db, record))
  }
  await settle((tx) => closeWithdrawal(tx, subjectId))
}

/**
 * Picks up what was lost from the queue in an outage: unhandled events, top-ups without a timer,
 * withdrawals that do not move.
 */
export const takeUpJob: JobHandler<PaymentWorker, 'payments.take-up'> = ({ settle }) =>
  settle(async (tx) => {
    const before = new Date(tx.now.getTime() - 60 * minuteMs)
    for (const eventId of await listUnhandled(tx, before)) {
      await enqueue(tx, 'payments.handle-event', { eventId })
    }
    const { topUps, withdrawals } = await listForgotten(tx, before)
    for (const subjectId of topUps) {
      await setTimer(tx, { job: 'payments.check-top-up', subjectId, fireAt: tx.now })
    }
    for (const subjectId of withdrawals) {
      await setTimer(tx, { job: 'payments.pay-withdrawal', subjectId, fireAt: tx.now })
    }
  })

/** The contents of provider events are kept for 90 days. */
export const cleanUpPaymentsJob: JobHandler<PaymentWorker, 'payments.clean-up'> = ({ db }) =>
  inBatches(db, (tx, limit) => wipeOldBodies(tx, new Date(tx.now.getTime() - 90 * dayMs), limit))
