/**
 * A balance goes back the way it came: to the cards first, the rest to an address, paid by an
 * operator. It waits a day, so that a theft is noticed; it can be cancelled until paying begins.
 */
import { limits } from '@pier/protocol/limits'
import { formatMoney, parseDollars } from '@pier/protocol/money'
import { isPayoutAddress } from '@pier/protocol/payouts/payouts'
import { dayMs, hourMs } from '@pier/protocol/time'
import { AppError } from '../../../platform/app-error.ts'
import { encryptText, unwrapDataKey } from '../../../platform/crypto/envelope.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { clearTimer, setTimer } from '../../../platform/jobs/timers.ts'
import { post, readAccount } from '../../ledger/ledger.service.ts'
import { lockCaller, requireStepUp, type Caller } from '../../users/users.service.ts'
import { notifyOfMoney } from '../transactions/payment-notices.ts'
import type { PaymentClients } from '../top-ups/payment-clients.ts'
import { hasOpenDispute, listRefundable } from '../top-ups/top-ups.repository.ts'
import { insertTransaction, lockTransaction } from '../transactions/transactions.repository.ts'
import { moveTransaction } from '../transactions/transactions.service.ts'
import {
  findWithdrawal,
  insertWithdrawal,
  saveWithdrawalState,
  type Withdrawal,
} from './withdrawals.repository.ts'

const refundableDays = 180

/** What could be withdrawn now, and how much of it to cards. */
export async function readWithdrawal(db: Db | Tx, { userId, now }: { userId: string; now: Date }) {
  const { availableCents, heldCents, reservations } = await readAccount(db, userId)
  const refundable = await listRefundable(db, { userId, since: refundableSince(now) })
  const cardCents = refundable.reduce((sum, { leftCents }) => sum + leftCents, 0)
  const isDisputed = await hasOpenDispute(db, userId)
  const isHeld = heldCents > 0 || reservations > 0
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

export const refundableSince = (now: Date) => new Date(now.getTime() - refundableDays * dayMs)

type Asked = Caller & {
  amount: number | string
  cryptoAddress: string | null
  cryptoNetwork: string | null
}

export async function requestWithdrawal(
  tx: Tx,
  { dataKeys, publicOrigin }: PaymentClients,
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
  if (!isAllToCard && !isPayoutAddress(asked.cryptoNetwork ?? '', asked.cryptoAddress ?? '')) {
    throw new AppError('payout_address_invalid', { field: 'crypto_address' })
  }

  const id = await insertTransaction(tx, {
    userId,
    type: 'withdrawal',
    method: isAllToCard ? 'card' : 'crypto',
    amountCents: -amountCents,
    status: 'PENDING',
    note: 'Paid after 24 hours. You can still cancel it',
  })
  const paysAt = new Date(tx.now.getTime() + limits.withdrawalWaitHours * hourMs)
  const address = JSON.stringify([asked.cryptoNetwork, asked.cryptoAddress])
  const sealedAddress = isAllToCard
    ? null
    : encryptText(unwrapDataKey(dataKeys, user), address, `withdrawals.sealed_address|${id}`)
  const row = { transactionId: id, userId, amountCents, sealedAddress, paysAt }
  if (!(await insertWithdrawal(tx, row))) throw new AppError('request_in_progress')
  const legs = { available: -amountCents, refund_payable: amountCents }
  const reference = `withdrawal:${id}`
  await post(tx, { reference, kind: 'withdrawal', userId, transactionId: id, legs })
  await setTimer(tx, { job: 'payments.pay-withdrawal', subjectId: id, fireAt: paysAt })
  await notifyOfMoney(tx, {
    userId,
    publicOrigin,
    subject: `Withdrawal of ${formatMoney(amountCents)} requested`,
    body: `We pay out ${formatMoney(amountCents)} of your balance in 24 hours.`,
    more: 'If that was not you, cancel it under Transactions and change your password.',
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

  await clearTimer(tx, { job: 'payments.pay-withdrawal', subjectId: withdrawalId })
  await giveBack(tx, withdrawal, withdrawal.amountCents)
  await saveWithdrawalState(tx, withdrawalId, 'returned')
  await moveTransaction(tx, row, 'reverse', { note: 'You cancelled it' })
}

/** Puts what was not paid on the balance again. */
export async function giveBack(
  tx: Tx,
  { transactionId, userId }: Withdrawal,
  amountCents: number,
): Promise<void> {
  const legs = { refund_payable: -amountCents, available: amountCents }
  const reference = `withdrawal:${transactionId}:returned`
  await post(tx, { reference, kind: 'withdrawal_returned', userId, transactionId, legs })
}

export const canCancel = (state: string | null): boolean =>
  state === 'waiting' || state === 'approval'
