/**
 * What operators do about payments: events that match nothing, withdrawals that wait for them, and
 * corrections that two have approved. The provider is asked again rather than trusted.
 */
import { formatMoney } from '@pier/protocol/money'
import { AppError, invariant } from '../../../platform/app-error.ts'
import { decryptText, unwrapDataKey } from '../../../platform/crypto/envelope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { setTimer } from '../../../platform/jobs/timers.ts'
import { post, postAdjustment } from '../../ledger/ledger.service.ts'
import { notify } from '../../notifications/notifications.service.ts'
import { findPause } from '../../users/users.service.ts'
import {
  findDataKey,
  findDeskEvent,
  findDeskWithdrawal,
  reopenEvent,
  resolveEventRow,
  saveApproval,
  savePayoutReference,
  type DeskEvent,
  type DeskWithdrawal,
} from './payment-desk.repository.ts'
import { insertPaymentEvent } from '../settlement/payment-events.repository.ts'
import type { PaymentClients } from '../top-ups/payment-clients.ts'
import {
  insertTransaction,
  lockTransaction,
  saveNote,
} from '../transactions/transactions.repository.ts'
import { moveTransaction } from '../transactions/transactions.service.ts'
import { putBack, sumParts } from '../withdrawals/withdrawal-payments.service.ts'
import {
  findWithdrawal,
  markAddressRead,
  saveWithdrawalState,
  type WithdrawalState,
} from '../withdrawals/withdrawals.repository.ts'

const payJob = 'payments.pay-withdrawal'

async function getEvent(tx: Tx, id: string): Promise<DeskEvent> {
  const event = await findDeskEvent(tx, id)
  if (!event) throw new AppError('not_found')
  return event
}

/** Only the first resolution counts; a second one changes nothing. */
export async function resolveEvent(
  tx: Tx,
  input: { id: string; resolvedBy: string; resolution: string },
): Promise<DeskEvent> {
  await getEvent(tx, input.id)
  await resolveEventRow(tx, input)
  return getEvent(tx, input.id)
}

export async function retryEvent(tx: Tx, id: string): Promise<DeskEvent> {
  const event = await getEvent(tx, id)
  if (!event.body) throw new AppError('event_forgotten')
  await reopenEvent(tx, id)
  await enqueue(tx, 'payments.handle-event', { eventId: id })
  return getEvent(tx, id)
}

/** As if the provider had sent an event: when asked, it says what the payment is and whose. */
export async function lookUpPayment(tx: Tx, paymentId: string): Promise<DeskEvent> {
  const id = await insertPaymentEvent(tx, {
    provider: 'crypto',
    eventKey: `look-up:${paymentId}:${tx.now.toISOString()}`,
    type: 'look_up',
    body: { payment_id: paymentId },
  })
  if (!id) throw new AppError('request_in_progress')
  await enqueue(tx, 'payments.handle-event', { eventId: id })
  return getEvent(tx, id)
}

async function lockWithdrawal(tx: Tx, id: string, states: WithdrawalState[]) {
  const row = await lockTransaction(tx, id)
  const withdrawal = row && (await findWithdrawal(tx, id))
  if (!row || !withdrawal) throw new AppError('withdrawal_not_found')
  if (!states.includes(withdrawal.state)) throw new AppError('withdrawal_moved')
  return { row, withdrawal }
}

async function shown(tx: Tx, id: string): Promise<DeskWithdrawal> {
  const found = await findDeskWithdrawal(tx, id)
  invariant(found, 'a withdrawal is never deleted')
  return found
}

/** From here it is paid like a withdrawal below the approval limit, with the same checks. */
export async function approveWithdrawal(
  tx: Tx,
  { id, operatorId }: { id: string; operatorId: string },
): Promise<DeskWithdrawal> {
  const { row } = await lockWithdrawal(tx, id, ['approval'])
  await saveApproval(tx, id, operatorId)
  await saveWithdrawalState(tx, id, 'waiting')
  await saveNote(tx, row.id, 'Approved, being paid')
  await setTimer(tx, { job: payJob, subjectId: id, fireAt: tx.now })
  return shown(tx, id)
}

export async function refuseWithdrawal(
  tx: Tx,
  { id, words }: { id: string; words: string },
): Promise<DeskWithdrawal> {
  const { row, withdrawal } = await lockWithdrawal(tx, id, ['waiting', 'approval', 'payout'])
  const note = (cents: number) =>
    `${formatMoney(cents)} is back on your balance. We did not pay it out`
  const backCents = await putBack(tx, { row, withdrawal, note })
  await tell(tx, withdrawal.userId, {
    subject: `Your withdrawal of ${formatMoney(backCents)} was refused`,
    paragraphs: [`${formatMoney(backCents)} is back on your balance.`, words],
  })
  return shown(tx, id)
}

/** Decrypts the payout address, for the operator who pays. */
export async function readPayout(
  tx: Tx,
  { dataKeys }: Pick<PaymentClients, 'dataKeys'>,
  id: string,
): Promise<{ userId: string; network: string; address: string; amountCents: number }> {
  const { withdrawal } = await lockWithdrawal(tx, id, ['payout'])
  if (await findPause(tx, withdrawal.userId)) throw new AppError('user_paused')
  await markAddressRead(tx, id)
  const dataKey = await findDataKey(tx, withdrawal.userId)
  invariant(dataKey && withdrawal.sealedAddress, 'a payout has an address')
  const user = { id: withdrawal.userId, dataKey }
  const place = `withdrawals.sealed_address|${id}`
  const text = decryptText(unwrapDataKey(dataKeys, user), withdrawal.sealedAddress, place)
  const [network, address] = JSON.parse(text) as [string, string]
  const { leftCents } = await sumParts(tx, withdrawal)
  return { userId: withdrawal.userId, network, address, amountCents: leftCents }
}

type Paid = { id: string; reference: string; networkCostCents: number }

export async function recordPayout(
  tx: Tx,
  { id, reference, networkCostCents }: Paid,
): Promise<DeskWithdrawal> {
  const { row, withdrawal } = await lockWithdrawal(tx, id, ['payout'])
  const { paidCents, leftCents } = await sumParts(tx, withdrawal)
  if (networkCostCents >= leftCents) throw new AppError('amount_invalid', { field: 'network_cost' })
  const legs = { refund_payable: -leftCents, crypto_clearing: leftCents }
  const { userId } = withdrawal
  const entry = { reference: `payout:${id}`, kind: 'payout', userId, transactionId: id } as const
  await post(tx, { ...entry, legs })
  await savePayoutReference(tx, id, reference)
  await saveWithdrawalState(tx, id, 'paid')
  const arrives = formatMoney(leftCents - networkCostCents)
  const cost = networkCostCents > 0 ? ` after ${formatMoney(networkCostCents)} network cost` : ''
  const note = `${arrives} paid to your address${cost}: ${reference}`
  await moveTransaction(tx, row, 'finish', { amountCents: -(paidCents + leftCents), note })
  await tell(tx, userId, {
    subject: `${arrives} is on its way to your address`,
    paragraphs: [`We paid ${arrives} to the address you gave${cost}.`, `Reference: ${reference}`],
  })
  return shown(tx, id)
}

export type Adjustment = {
  decisionId: string
  userId?: string
  from: string
  to: string
  cents: number
  words: string
}

/** Approved by two operators. A user whose balance changes gets a transaction and is notified. */
export async function adjust(tx: Tx, adjustment: Adjustment): Promise<void> {
  const { decisionId, userId, from, to, cents, words } = adjustment
  const change = (to === 'available' ? cents : 0) - (from === 'available' ? cents : 0)
  if (!userId || change === 0) {
    await postAdjustment(tx, { decisionId, userId: null, transactionId: null })
    return
  }
  const transactionId = await insertTransaction(tx, {
    userId,
    type: 'adjustment',
    method: 'balance',
    amountCents: change,
    status: 'DONE',
    note: words,
    source: `adjustment:${decisionId}`,
  })
  await postAdjustment(tx, { decisionId, userId, transactionId })
  await tell(tx, userId, {
    subject: `Your balance was corrected by ${formatMoney(change, { signed: true })}`,
    paragraphs: [words, 'Two operators approved this. If it is not right, contact us.'],
  })
}

export const orderReconciliation = (tx: Tx): Promise<void> => enqueue(tx, 'payments.reconcile', {})

type Told = { subject: string; paragraphs: string[] }

function tell(tx: Tx, userId: string, { subject, paragraphs }: Told): Promise<void> {
  const body = `${subject}. ${paragraphs[0] ?? ''}`
  const mail = { subject, heading: subject, paragraphs }
  return notify(tx, { userId, kind: 'payments', body, link: '/app/transactions', mail })
}
