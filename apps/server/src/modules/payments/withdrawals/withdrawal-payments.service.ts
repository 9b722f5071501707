/**
 * Pays a withdrawal that is due: to cards by refunds, the rest by an operator or back to the
 * balance. The outcome of each refund is read from the provider, never assumed.
 */
import { formatMoney } from '@pier/protocol/money'
import { invariant } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { clearTimer, setTimer } from '../../../platform/jobs/timers.ts'
import { readLimits } from '../../../platform/settings.ts'
import type { CardRefund } from '../../../providers/card/card-provider.ts'
import { balanceOf, isOwed, post } from '../../ledger/ledger.service.ts'
import { findPause } from '../../users/users.service.ts'
import { notifyOfMoney } from '../transactions/payment-notices.ts'
import {
  hasOpenDispute,
  listRefundable,
  saveTopUp,
  type TopUp,
} from '../top-ups/top-ups.repository.ts'
import {
  lockTransaction,
  saveNote,
  type TransactionRow,
} from '../transactions/transactions.repository.ts'
import { moveTransaction } from '../transactions/transactions.service.ts'
import {
  findCardRefund,
  findWithdrawal,
  insertCardRefund,
  listCardRefunds,
  listUnpaid,
  saveCardRefund,
  saveWithdrawalState,
  type Withdrawal,
} from './withdrawals.repository.ts'
import { canCancel, giveBack, refundableSince } from './withdrawals.service.ts'

const payJob = 'payments.pay-withdrawal'
const pausedNote = 'Not paid: the account was paused for security'

/**
 * Returns the refunds to request; none if an operator has to decide, or if money was taken back
 * meanwhile. A pause with an end delays it; any other pause puts it back on the balance.
 */
export async function openWithdrawal(tx: Tx, withdrawalId: string) {
  const row = await lockTransaction(tx, withdrawalId)
  const withdrawal = row && (await findWithdrawal(tx, withdrawalId))
  if (!row || !withdrawal) return []
  if (withdrawal.state === 'paying') return listCardRefunds(tx, withdrawalId)
  if (withdrawal.state !== 'waiting') return []
  if (withdrawal.paysAt > tx.now) {
    // Woken too early: it still has to wait.
    await setTimer(tx, { job: payJob, subjectId: withdrawalId, fireAt: withdrawal.paysAt })
    return []
  }
  // A row alone is no reason to pay: the amount must have left the balance. The job fails, and
  // operators see it among the failed jobs.
  if (!(await isOwed(tx, withdrawal))) {
    throw new Error(`Withdrawal ${withdrawalId} was not taken from the balance`)
  }

  const pause = await findPause(tx, withdrawal.userId)
  if (pause?.until) {
    await setTimer(tx, { job: payJob, subjectId: withdrawalId, fireAt: pause.until })
    return []
  }
  const isOwing = await owesMoney(tx, withdrawal.userId)
  if (pause ?? isOwing) {
    const note = isOwing ? 'Not paid: a payment was reversed' : pausedNote
    await putBack(tx, { row, withdrawal, note: () => note })
    return []
  }
  const { withdrawalApprovalCents } = await readLimits(tx)
  if (withdrawal.amountCents > withdrawalApprovalCents && !withdrawal.approvedBy) {
    await saveWithdrawalState(tx, withdrawalId, 'approval')
    await saveNote(tx, row.id, 'Waiting for our approval')
    return []
  }
  await shareOut(tx, withdrawal)
  await saveWithdrawalState(tx, withdrawalId, 'paying')
  await saveNote(tx, row.id, 'Being paid')
  return listCardRefunds(tx, withdrawalId)
}

/** A payment is disputed, or the balance is negative. */
async function owesMoney(tx: Tx, userId: string): Promise<boolean> {
  const { availableCents } = await balanceOf(tx, userId)
  return availableCents < 0 || (await hasOpenDispute(tx, userId))
}

/** Splits it over the refundable card payments, the oldest first. */
async function shareOut(tx: Tx, { transactionId, userId, amountCents }: Withdrawal) {
  let leftCents = amountCents
  for (const payment of await listRefundable(tx, { userId, since: refundableSince(tx.now) })) {
    const part = Math.min(leftCents, payment.leftCents)
    if (part === 0) break
    const { topUpId } = payment
    await insertCardRefund(tx, { withdrawalId: transactionId, topUpId, amountCents: part })
    leftCents -= part
  }
}

/** The provider refuses to refund this part. A part that was paid after all stays paid. */
export async function refuseCardRefund(tx: Tx, cardRefundId: string): Promise<void> {
  const part = await findCardRefund(tx, cardRefundId)
  invariant(part, 'a refund that was asked for has a row')
  await lockTransaction(tx, part.withdrawalId)
  const now = await findCardRefund(tx, cardRefundId)
  if (now?.status === 'asked') await saveCardRefund(tx, cardRefundId, { status: 'refused' })
}

/** All card refunds are done. Throws while one is unclear, so that the job is retried. */
export async function closeWithdrawal(tx: Tx, withdrawalId: string): Promise<void> {
  const row = await lockTransaction(tx, withdrawalId)
  const withdrawal = row && (await findWithdrawal(tx, withdrawalId))
  if (!row || withdrawal?.state !== 'paying') return
  const { askedCents, paidCents, leftCents } = await sumParts(tx, withdrawal)
  if (askedCents > 0) throw new Error(`A refund of withdrawal ${withdrawalId} is not known yet`)

  if (leftCents > 0 && withdrawal.sealedAddress && (await findPause(tx, withdrawal.userId))) {
    await putBack(tx, { row, withdrawal, note: () => pausedNote })
    return
  }
  if (leftCents > 0 && withdrawal.sealedAddress) {
    await saveWithdrawalState(tx, withdrawalId, 'payout')
    await saveNote(tx, row.id, `We are paying ${formatMoney(leftCents)} to your address`)
    return
  }
  if (leftCents > 0) await giveBack(tx, withdrawal, leftCents)
  await finishLine(tx, { row, withdrawal, paidCents })
}

type Back = { row: TransactionRow; withdrawal: Withdrawal; note: (cents: number) => string }

/** Returns what is not paid yet to the balance, with a note that says why. Gives the amount. */
export async function putBack(tx: Tx, { row, withdrawal, note }: Back): Promise<number> {
  const { paidCents, leftCents } = await sumParts(tx, withdrawal)
  await clearTimer(tx, { job: payJob, subjectId: row.id })
  await giveBack(tx, withdrawal, leftCents)
  await saveWithdrawalState(tx, row.id, paidCents > 0 ? 'paid' : 'returned')
  const words = note(leftCents)
  await (paidCents > 0
    ? moveTransaction(tx, row, 'finish', { amountCents: -paidCents, note: words })
    : moveTransaction(tx, row, 'reverse', { note: words }))
  return leftCents
}

/**
 * The account is paused: somebody else may have asked for it. A payout whose address one of us has
 * read may be paid already, so that stays with them.
 */
export async function returnWithdrawals(
  tx: Tx,
  { userId, publicOrigin }: { userId: string; publicOrigin: string },
): Promise<void> {
  for (const id of await listUnpaid(tx, userId)) {
    const row = await lockTransaction(tx, id)
    const withdrawal = row && (await findWithdrawal(tx, id))
    if (!row || !withdrawal) continue
    const isUntouched = withdrawal.state === 'payout' && !withdrawal.addressReadAt
    if (!canCancel(withdrawal.state) && !isUntouched) continue
    const cents = await putBack(tx, { row, withdrawal, note: () => pausedNote })
    await notifyOfMoney(tx, {
      userId,
      publicOrigin,
      subject: `Withdrawal of ${formatMoney(cents)} cancelled`,
      body: `${formatMoney(cents)} is back on your balance because the account was paused for security.`,
    })
  }
}

/** What was asked for, what was paid, and what is neither paid nor on the balance again. */
export async function sumParts(tx: Tx, { transactionId, amountCents }: Withdrawal) {
  const parts = await listCardRefunds(tx, transactionId)
  const sumOf = (wanted: string) =>
    parts
      .filter(({ status }) => status === wanted)
      .reduce((sum, { amountCents: cents }) => sum + cents, 0)
  const paidCents = sumOf('paid')
  const leftCents = amountCents - paidCents - sumOf('bounced')
  return { askedCents: sumOf('asked'), paidCents, leftCents }
}

type Ended = { row: TransactionRow; withdrawal: Withdrawal; paidCents: number }

/** The transaction shows what was really paid. */
async function finishLine(tx: Tx, { row, withdrawal, paidCents }: Ended): Promise<void> {
  const backCents = withdrawal.amountCents - paidCents
  const back = `${formatMoney(backCents)} could not be refunded to your card and is back on your balance`
  await saveWithdrawalState(tx, row.id, paidCents > 0 ? 'paid' : 'returned')
  if (paidCents === 0) {
    await moveTransaction(tx, row, 'reverse', { note: back })
    return
  }
  const note = backCents > 0 ? back : 'Back on your card within 10 days'
  await moveTransaction(tx, row, 'finish', { amountCents: -paidCents, note })
}

/** Records a refund that we requested, seen from the payment it belongs to. */
export async function recordOwnRefund(
  tx: Tx,
  { topUp, publicOrigin, refund }: { topUp: TopUp; publicOrigin: string; refund: CardRefund },
): Promise<void> {
  const { id, amountCents } = refund
  const part = await findOwnPart(tx, topUp, refund)
  if (!part) {
    await saveTopUp(tx, topUp.transactionId, { review: `refund ${id} was not asked for like this` })
    return
  }
  const { userId } = topUp
  const paid = { refund_payable: -amountCents, card_clearing: amountCents }
  const reference = `card:${id}`
  if (await post(tx, { reference, kind: 'withdrawal_paid', userId, legs: paid })) {
    await saveCardRefund(tx, part.id, { status: 'paid', refundRef: id })
    await changeGone(tx, topUp, 'refundedCents', amountCents)
  }
  if (!refund.isFailed) return
  const back = { card_clearing: -amountCents, available: amountCents }
  const undone = `${reference}:failed`
  if (!(await post(tx, { reference: undone, kind: 'refund_bounced', userId, legs: back }))) return
  await saveCardRefund(tx, part.id, { status: 'bounced' })
  await changeGone(tx, topUp, 'refundedCents', -amountCents)
  await correctLine(tx, part.withdrawalId)
  await notifyOfMoney(tx, {
    userId,
    publicOrigin,
    subject: `${formatMoney(amountCents)} is back on your balance`,
    body: `Your card rejected the refund of ${formatMoney(amountCents)}.`,
  })
}

/** The part that a refund of ours belongs to, if it is exactly that. Its withdrawal is locked. */
async function findOwnPart(tx: Tx, topUp: TopUp, { id, cardRefundId, amountCents }: CardRefund) {
  const found = await findCardRefund(tx, cardRefundId ?? '')
  if (!found) return undefined
  await lockTransaction(tx, found.withdrawalId)
  const part = await findCardRefund(tx, found.id)
  const isThis =
    part?.topUpId === topUp.transactionId &&
    part.amountCents === amountCents &&
    (part.refundRef === null || part.refundRef === id)
  return isThis ? part : undefined
}

/** A refund bounced after its withdrawal was closed; before that, closing accounts for it. */
async function correctLine(tx: Tx, withdrawalId: string): Promise<void> {
  const row = await lockTransaction(tx, withdrawalId)
  const withdrawal = row && (await findWithdrawal(tx, withdrawalId))
  invariant(row && withdrawal, 'a withdrawal has its line')
  const { paidCents, leftCents } = await sumParts(tx, withdrawal)
  if (withdrawal.state === 'paid') {
    // What an operator paid by hand stays paid, whatever becomes of the card.
    const byHandCents = withdrawal.payoutReference ? leftCents : 0
    return finishLine(tx, { row, withdrawal, paidCents: paidCents + byHandCents })
  }
  if (withdrawal.state === 'payout') {
    await saveNote(tx, row.id, `We are paying ${formatMoney(leftCents)} to your address`)
  }
}

/** How much of a payment is gone again, by refunds and by disputes: the two can overlap. */
export async function changeGone(
  tx: Tx,
  topUp: TopUp,
  by: 'refundedCents' | 'disputedCents',
  moreCents: number,
): Promise<void> {
  topUp[by] = Math.max(0, Math.min(topUp.askedCents, topUp[by] + moreCents))
  await saveTopUp(tx, topUp.transactionId, { [by]: topUp[by] })
}
