/**
 * What is left of a balance goes back the way it came: to the cards first, what cannot go there to
 * an address, paid by an operator. It waits a day, so that a thief has one as well to be found out;
 * until it is paid it can be taken back.
 */
import { limits } from '@pier/protocol/limits'
import { parseDollars } from '@pier/protocol/money'
import { AppError, invariant } from '../../platform/app-error.ts'
import { sealText, unwrapDataKey } from '../../platform/crypto/envelope.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { clearTimer, setTimer } from '../../platform/jobs/timers.ts'
import type { CardRefund } from '../../providers/card/card-provider.ts'
import { balanceOf, countHolds, post } from '../ledger/ledger.service.ts'
import { lockCaller, type Caller } from '../users/caller.service.ts'
import { requireStepUp } from '../users/step-up.service.ts'
import { inDollars, tellOfMoney } from './payment-notices.ts'
import type { PaymentTools } from './payment-tools.ts'
import { hasOpenDispute, listRefundable, saveTopUp, type TopUp } from './top-ups.repository.ts'
import { insertTransaction, lockTransaction, saveNote } from './transactions.repository.ts'
import { moveTransaction } from './transactions.service.ts'
import {
  findCardRefund,
  findRestriction,
  findWithdrawal,
  insertCardRefund,
  insertWithdrawal,
  listCardRefunds,
  saveCardRefund,
  saveWithdrawalState,
  type Withdrawal,
} from './withdrawals.repository.ts'

const hour = 3_600_000
const day = 24 * hour
const refundableDays = 180

/** What could be withdrawn now, and how much of it to cards. */
export async function readWithdrawal(db: Db | Tx, { userId, now }: { userId: string; now: Date }) {
  const { availableCents, heldCents } = await balanceOf(db, userId)
  const refundable = await listRefundable(db, { userId, since: refundableSince(now) })
  const cardCents = refundable.reduce((sum, { leftCents }) => sum + leftCents, 0)
  const isDisputed = await hasOpenDispute(db, userId)
  const isHeld = heldCents > 0 || (await countHolds(db, userId)) > 0
  return {
    availableCents,
    cardCents: Math.min(cardCents, Math.max(availableCents, 0)),
    refusal: isDisputed
      ? ('balance_frozen' as const)
      : isHeld
        ? ('withdrawal_blocked' as const)
        : null,
  }
}

const refundableSince = (now: Date) => new Date(now.getTime() - refundableDays * day)

type Asked = Caller & {
  amount: number | string
  cryptoAddress: string | null
  cryptoNetwork: string | null
}

export async function requestWithdrawal(
  tx: Tx,
  { dataKeys, publicOrigin }: PaymentTools,
  { userId, sessionId, ...asked }: Asked,
): Promise<{ id: string; paysAt: Date }> {
  const amountCents = parseDollars(String(asked.amount))
  if (amountCents === null || amountCents < limits.withdrawalCentsMin) {
    throw new AppError('amount_invalid', { field: 'amount' })
  }
  const user = await requireStepUp(tx, { userId, sessionId, action: 'withdraw', object: userId })
  const { availableCents, cardCents, refusal } = await readWithdrawal(tx, { userId, now: tx.now })
  if (refusal) throw new AppError(refusal)
  if (amountCents > availableCents) throw new AppError('balance_insufficient', { field: 'amount' })
  const isAllToCard = amountCents <= cardCents
  if (!isAllToCard && !asked.cryptoAddress) {
    throw new AppError('payout_address_needed', { field: 'crypto_address' })
  }

  const id = await insertTransaction(tx, {
    userId,
    type: 'withdrawal',
    method: isAllToCard ? 'card' : 'crypto',
    amountCents: -amountCents,
    status: 'PENDING',
    note: 'Paid after 24 hours. You can still take it back',
  })
  const paysAt = new Date(tx.now.getTime() + limits.withdrawalWaitHours * hour)
  const address = JSON.stringify([asked.cryptoNetwork, asked.cryptoAddress])
  const sealedAddress = isAllToCard
    ? null
    : sealText(unwrapDataKey(dataKeys, user), address, `withdrawals.sealed_address|${id}`)
  const row = { transactionId: id, userId, amountCents, sealedAddress, paysAt }
  if (!(await insertWithdrawal(tx, row))) throw new AppError('request_in_progress')
  const legs = { available: -amountCents, refund_payable: amountCents }
  const reference = `withdrawal:${id}`
  await post(tx, { reference, kind: 'withdrawal', userId, transactionId: id, legs })
  await setTimer(tx, { job: 'payments.pay-withdrawal', subjectId: id, fireAt: paysAt })
  await tellOfMoney(tx, {
    userId,
    publicOrigin,
    subject: `Withdrawal of ${inDollars(amountCents)} asked for`,
    body: `${inDollars(amountCents)} of your balance will be paid out in 24 hours.`,
    more: 'If that was not you, take it back under Transactions and change your password.',
  })
  return { id, paysAt }
}

export async function cancelWithdrawal(
  tx: Tx,
  { userId, sessionId, withdrawalId }: Caller & { withdrawalId: string },
): Promise<void> {
  await lockCaller(tx, { userId, sessionId })
  const row = await lockTransaction(tx, withdrawalId)
  const withdrawal = row && (await findWithdrawal(tx, withdrawalId))
  if (!row || withdrawal?.userId !== userId) throw new AppError('withdrawal_not_found')
  if (withdrawal.state === 'returned') return
  if (!canCancel(withdrawal.state)) throw new AppError('withdrawal_paid')

  await saveWithdrawalState(tx, withdrawalId, 'returned')
  await clearTimer(tx, { job: 'payments.pay-withdrawal', subjectId: withdrawalId })
  const { amountCents } = withdrawal
  const legs = { refund_payable: -amountCents, available: amountCents }
  const reference = `withdrawal:${withdrawalId}:returned`
  await post(tx, { reference, kind: 'withdrawal_returned', userId, legs })
  await moveTransaction(tx, row, 'reverse', { note: 'You took it back' })
}

export const canCancel = (state: string | null): boolean =>
  state === 'waiting' || state === 'approval'

/**
 * Its day has come. Gives the refunds to ask the provider for; none when a person has to decide or
 * pay. An account under a safety pause pays later.
 */
export async function openWithdrawal(tx: Tx, withdrawalId: string) {
  const row = await lockTransaction(tx, withdrawalId)
  const withdrawal = row && (await findWithdrawal(tx, withdrawalId))
  if (!row || !withdrawal) return []
  if (withdrawal.state === 'paying') return listCardRefunds(tx, withdrawalId)
  if (withdrawal.state !== 'waiting') return []

  const pausedUntil = await findRestriction(tx, withdrawal.userId)
  if (pausedUntil && pausedUntil > tx.now) {
    const timer = { job: 'payments.pay-withdrawal', subjectId: withdrawalId } as const
    await setTimer(tx, { ...timer, fireAt: pausedUntil })
    return []
  }
  if (withdrawal.amountCents > limits.withdrawalApprovalCents) {
    await saveWithdrawalState(tx, withdrawalId, 'approval')
    await saveNote(tx, row.id, 'Waits for our approval')
    return []
  }
  await shareOut(tx, withdrawal)
  await saveWithdrawalState(tx, withdrawalId, 'paying')
  await saveNote(tx, row.id, 'Being paid')
  return listCardRefunds(tx, withdrawalId)
}

/** Over the card payments that can be paid back, the oldest first. */
async function shareOut(tx: Tx, { transactionId, userId, amountCents }: Withdrawal) {
  let leftCents = amountCents
  for (const payment of await listRefundable(tx, { userId, since: refundableSince(tx.now) })) {
    const part = Math.min(leftCents, payment.leftCents)
    if (part === 0) continue
    const { topUpId } = payment
    await insertCardRefund(tx, { withdrawalId: transactionId, topUpId, amountCents: part })
    leftCents -= part
  }
}

/** The provider will not pay this part back; it waits for an operator with the rest. */
export async function refuseCardRefund(tx: Tx, cardRefundId: string): Promise<void> {
  const part = await findCardRefund(tx, cardRefundId)
  invariant(part, 'a refund that was asked for has a row')
  await lockTransaction(tx, part.withdrawalId)
  await saveCardRefund(tx, cardRefundId, { status: 'failed' })
}

/** All that could go to cards has gone. What is left is for an operator, by the address. */
export async function closeWithdrawal(tx: Tx, withdrawalId: string): Promise<void> {
  const row = await lockTransaction(tx, withdrawalId)
  const withdrawal = row && (await findWithdrawal(tx, withdrawalId))
  if (!row || withdrawal?.state !== 'paying') return
  const refunds = await listCardRefunds(tx, withdrawalId)
  const paidCents = refunds
    .filter(({ status }) => status === 'paid')
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  if (paidCents === withdrawal.amountCents) {
    await saveWithdrawalState(tx, withdrawalId, 'paid')
    await moveTransaction(tx, row, 'finish', { note: 'Back on your card within 10 days' })
    return
  }
  await saveWithdrawalState(tx, withdrawalId, 'payout')
  const leftCents = withdrawal.amountCents - paidCents
  await saveNote(tx, row.id, `${inDollars(leftCents)} is being paid to your address by us`)
}

/** What we asked the provider to pay back, seen from the payment it belongs to. */
export async function recordOwnRefund(
  tx: Tx,
  { topUp, publicOrigin, refund }: { topUp: TopUp; publicOrigin: string; refund: CardRefund },
): Promise<void> {
  const { id, amountCents } = refund
  const part = await findCardRefund(tx, refund.cardRefundId ?? '')
  invariant(part?.topUpId === topUp.transactionId, `refund ${id} is of this payment`)
  invariant(part.amountCents === amountCents, `refund ${id} is of the amount we asked`)
  const { userId } = topUp
  const row = await lockTransaction(tx, part.withdrawalId)
  invariant(row, 'a withdrawal has its line')

  const paid = { refund_payable: -amountCents, card_clearing: amountCents }
  const reference = `card:${id}`
  if (await post(tx, { reference, kind: 'withdrawal_paid', userId, legs: paid })) {
    await saveCardRefund(tx, part.id, { status: 'paid', refundRef: id })
    await changeRefunded(tx, topUp, amountCents)
  }
  if (!refund.isFailed) return
  const back = { card_clearing: -amountCents, available: amountCents }
  const undone = `${reference}:failed`
  if (!(await post(tx, { reference: undone, kind: 'withdrawal_returned', userId, legs: back }))) {
    return
  }
  await saveCardRefund(tx, part.id, { status: 'failed' })
  await changeRefunded(tx, topUp, -amountCents)
  const leftCents = row.amountCents + amountCents
  const note = `${inDollars(amountCents)} could not be paid to your card and is back`
  if (leftCents === 0) await moveTransaction(tx, row, 'reverse', { note })
  else await moveTransaction(tx, row, 'finish', { amountCents: leftCents, note })
  await tellOfMoney(tx, {
    userId,
    publicOrigin,
    subject: `${inDollars(amountCents)} is back on your balance`,
    body: `Your card did not take the refund of ${inDollars(amountCents)}.`,
  })
}

/** How much of a payment is gone again; a refund and a dispute can overlap. */
export async function changeRefunded(tx: Tx, topUp: TopUp, byCents: number): Promise<void> {
  const wanted = topUp.refundedCents + byCents
  topUp.refundedCents = Math.max(0, Math.min(topUp.askedCents, wanted))
  await saveTopUp(tx, topUp.transactionId, { refundedCents: topUp.refundedCents })
}
