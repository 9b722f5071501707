/**
 * Records in the ledger what the card provider says of a payment. It may come any number of times
 * and to two processes at once: every movement has its own reference, so each is posted once.
 */
import { formatMoney } from '@pier/protocol/money'
import { invariant } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { clearTimer } from '../../../platform/jobs/timers.ts'
import type { CardDispute, CardPayment, CardRefund } from '../../../providers/card/card-provider.ts'
import { post } from '../../ledger/ledger.service.ts'
import { notifyOfMoney } from '../transactions/payment-notices.ts'
import { saveTopUp, type TopUp } from '../top-ups/top-ups.repository.ts'
import { lockForAnswer } from '../top-ups/top-ups.service.ts'
import {
  insertTransaction,
  lockTransactionBySource,
  type TransactionRow,
} from '../transactions/transactions.repository.ts'
import { moveTransaction } from '../transactions/transactions.service.ts'
import { changeGone, recordOwnRefund } from '../withdrawals/withdrawal-payments.service.ts'

type Context = { topUp: TopUp; row: TransactionRow; publicOrigin: string }
export type Outcome = { problem: string | null; isOpen: boolean }

export async function recordCardPayment(
  tx: Tx,
  {
    seen,
    payment,
    ...settings
  }: { seen: TopUp; payment: CardPayment; isLive: boolean; publicOrigin: string },
): Promise<Outcome> {
  const { row, topUp } = await lockForAnswer(tx, seen)
  const isOpen = payment.state === 'open' || payment.state === 'unpaid'
  if (payment.state === 'expired') {
    await moveTransaction(tx, row, 'fail', {
      note: 'The payment page expired. Nothing was charged',
    })
  }
  if (!isOpen) await clearTimer(tx, { job: 'payments.check-top-up', subjectId: row.id })
  if (payment.state !== 'paid') return { problem: null, isOpen }

  const problem = faultOf(payment, topUp, settings.isLive)
  if (problem) {
    await saveTopUp(tx, row.id, { review: problem })
    return { problem, isOpen: false }
  }
  const context = { topUp, row, publicOrigin: settings.publicOrigin }
  await creditPayment(tx, context, payment)
  for (const refund of payment.refunds) await recordRefund(tx, context, refund)
  for (const dispute of payment.disputes) await recordDispute(tx, context, dispute)
  if (payment.disputes.length > 0) {
    const isDisputed = payment.disputes.some(({ state }) => state === 'open')
    await saveTopUp(tx, row.id, { isDisputed })
  }
  return { problem: null, isOpen: false }
}

/** Whatever differs from what was asked is not credited: a person looks at it. */
function faultOf(payment: CardPayment, topUp: TopUp, isLive: boolean): string | null {
  if (payment.transactionId !== topUp.transactionId) return 'the payment is of another top-up'
  if (topUp.providerRef && topUp.providerRef !== payment.sessionId) return 'another page was paid'
  if (payment.isLive !== isLive) return 'the payment is of another mode'
  if (payment.currency !== 'usd') return `paid in ${payment.currency}`
  if (payment.amountCents !== topUp.askedCents) {
    return `${payment.amountCents} cents were paid instead of ${topUp.askedCents}`
  }
  return payment.chargeRef ? null : 'paid without a charge'
}

async function creditPayment(
  tx: Tx,
  { topUp, row, publicOrigin }: Context,
  { chargeRef, sessionId }: CardPayment,
): Promise<void> {
  const { userId, askedCents } = topUp
  const isNew = await post(tx, {
    reference: `card:${chargeRef}`,
    kind: 'top_up',
    userId,
    transactionId: row.id,
    legs: { available: askedCents, card_clearing: -askedCents },
  })
  if (!isNew) return
  await saveTopUp(tx, row.id, { chargeRef, providerRef: sessionId, review: null })
  await moveTransaction(tx, row, 'finish', { note: null })
  await notifyOfMoney(tx, {
    userId,
    publicOrigin,
    subject: `${formatMoney(askedCents)} added to your balance`,
    body: `Your card payment of ${formatMoney(askedCents)} has arrived.`,
  })
}

/** Money returned to the card: by our withdrawal, or taken by the provider. */
async function recordRefund(tx: Tx, context: Context, refund: CardRefund): Promise<void> {
  if (refund.cardRefundId) return recordOwnRefund(tx, { ...context, refund })
  const { topUp, publicOrigin } = context
  const { userId } = topUp
  const { id, amountCents } = refund
  const source = `card:${id}`
  const taken = { available: -amountCents, card_clearing: amountCents }
  if (await post(tx, { reference: source, kind: 'chargeback', userId, legs: taken })) {
    await insertTakeBack(tx, { userId, type: 'refund', amountCents, source })
    await changeGone(tx, topUp, 'refundedCents', amountCents)
    await notifyOfMoney(tx, {
      userId,
      publicOrigin,
      subject: `${formatMoney(amountCents)} was refunded to your card`,
      body: `The card provider refunded ${formatMoney(amountCents)}. We deducted it from your balance.`,
    })
  }
  if (!refund.isFailed) return
  const back = { available: amountCents, card_clearing: -amountCents }
  const reference = `${source}:failed`
  if (await post(tx, { reference, kind: 'refund_failed', userId, legs: back })) {
    await undoTakeBack(tx, source, 'The refund failed')
    await changeGone(tx, topUp, 'refundedCents', -amountCents)
  }
}

/**
 * The holder of the card says it was not them. The money leaves the balance at once, to an account
 * of its own; from there it goes to the provider or, when the dispute is won, back.
 */
async function recordDispute(tx: Tx, context: Context, dispute: CardDispute): Promise<void> {
  if (dispute.state === 'inquiry' && dispute.movements.length === 0) return
  const { topUp, publicOrigin } = context
  const { userId } = topUp
  const { id, amountCents, movements } = dispute
  const source = `card:${id}`
  const taken = { available: -amountCents, chargeback: amountCents }
  if (await post(tx, { reference: source, kind: 'chargeback', userId, legs: taken })) {
    await insertTakeBack(tx, { userId, type: 'chargeback', amountCents, source })
    await changeGone(tx, topUp, 'disputedCents', amountCents)
    await notifyOfMoney(tx, {
      userId,
      publicOrigin,
      subject: 'One of your card payments is disputed',
      body: `The cardholder disputes a payment. We deducted ${formatMoney(amountCents)} from your balance.`,
      more: 'While your balance is below zero, you cannot list, transfer out or withdraw.',
    })
  }
  for (const movement of movements) {
    const legs = { chargeback: movement.amountCents, card_clearing: -movement.amountCents }
    await post(tx, { reference: `card:${movement.id}`, kind: 'provider_movement', legs })
  }
  if (dispute.state !== 'won') return
  const back = { chargeback: -amountCents, available: amountCents }
  const reference = `${source}:won`
  if (await post(tx, { reference, kind: 'chargeback_won', userId, legs: back })) {
    await undoTakeBack(tx, source, 'The dispute was decided in your favour')
    await changeGone(tx, topUp, 'disputedCents', -amountCents)
  }
}

async function insertTakeBack(
  tx: Tx,
  row: {
    userId: string
    type: 'refund' | 'chargeback'
    amountCents: number
    source: string
  },
): Promise<void> {
  const amountCents = -row.amountCents
  await insertTransaction(tx, { ...row, amountCents, method: 'card', status: 'DONE' })
}

async function undoTakeBack(tx: Tx, source: string, note: string): Promise<void> {
  const row = await lockTransactionBySource(tx, source)
  invariant(row, `what was taken back as ${source} has a line`)
  await moveTransaction(tx, row, 'reverse', { note })
}
