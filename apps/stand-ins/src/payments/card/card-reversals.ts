/** Money that goes back: refunds and disputes. */
import {
  type CardBalanceTransaction,
  type CardCharge,
  type CardDispute,
  type CardRefund,
  newId,
} from './card-objects.ts'
import { CardRefusal, refuseMissing } from './card-refusal.ts'
import { type CardState, nowOf, recordBalance, recordEvent } from './card-state.ts'
import { append, find, journalAt } from './journal.ts'

export type RefundParams = {
  amount?: number | undefined
  metadata?: Record<string, string> | undefined
  reason?: CardRefund['reason'] | undefined
  /** A slow bank: the refund is pending, and already counts as refunded. */
  pending?: boolean | undefined
}

export function createRefund(
  card: CardState,
  paymentIntent: string,
  { amount, metadata = {}, reason = null, pending = false }: RefundParams = {},
): CardRefund {
  const charge = getChargeOf(card, paymentIntent)
  refuseDisputed(card, charge)
  const refunded = checkRefundable(charge, amount)
  const id = newId('re')
  const refund: CardRefund = {
    id,
    object: 'refund',
    amount: refunded,
    balance_transaction: move(card, charge, { amount: -refunded, type: 'refund', source: id }).id,
    charge: charge.id,
    created: nowOf(card),
    currency: charge.currency,
    metadata,
    payment_intent: paymentIntent,
    reason,
    receipt_number: null,
    status: pending ? 'pending' : 'succeeded',
  }
  append(card.refunds, refund)
  append(journalAt(card.refundsOf, paymentIntent), refund)
  charge.amount_refunded += refunded
  charge.refunded = charge.amount_refunded === charge.amount
  recordEvent(card, 'charge.refunded', charge)
  return refund
}

function refuseDisputed(card: CardState, { id, payment_intent }: CardCharge): void {
  const disputes = card.disputesOf.get(payment_intent)?.items ?? []
  if (disputes.every(({ is_charge_refundable }) => is_charge_refundable)) return
  const message = `Charge ${id} has been charged back; cannot issue a refund.`
  throw new CardRefusal({ code: 'charge_disputed', message, isKept: true })
}

function checkRefundable(charge: CardCharge, amount: number | undefined): number {
  const left = charge.amount - charge.amount_refunded
  if (left === 0) {
    const message = `Charge ${charge.id} has already been refunded.`
    throw new CardRefusal({ code: 'charge_already_refunded', message, isKept: true })
  }
  const wanted = amount ?? left
  if (!Number.isInteger(wanted) || wanted < 1) {
    const message = 'Invalid positive integer'
    throw new CardRefusal({ code: 'parameter_invalid_integer', param: 'amount', message })
  }
  if (wanted > left) {
    const sums = [wanted, left].map((cents) => `$${(cents / 100).toFixed(2)}`)
    const more = `(${sums[0]}) is greater than unrefunded amount on charge (${sums[1]})`
    throw new CardRefusal({ param: 'amount', message: `Refund amount ${more}`, isKept: true })
  }
  return wanted
}

/** The bank could not pay the buyer, so the money came back to us. */
export function failRefund(card: CardState, refundId: string): CardRefund {
  const refund = find(card.refunds, refundId)
  if (!refund) throw refuseMissing('refund', refundId)
  if (refund.status === 'failed') throw new CardRefusal({ message: 'It has failed already.' })

  const charge = getChargeOf(card, refund.payment_intent)
  const returned = { amount: refund.amount, type: 'refund_failure', source: refund.id } as const
  refund.failure_balance_transaction = move(card, charge, returned).id
  refund.failure_reason = 'expired_or_canceled_card'
  refund.status = 'failed'
  charge.amount_refunded -= refund.amount
  charge.refunded = false
  recordEvent(card, 'refund.failed', refund)
  return refund
}

export type DisputeOptions = {
  amount?: number | undefined
  /** An inquiry by the bank: no money moves. */
  inquiry?: boolean | undefined
}

export function createDispute(
  card: CardState,
  paymentIntent: string,
  { amount, inquiry = false }: DisputeOptions = {},
): CardDispute {
  const charge = getChargeOf(card, paymentIntent)
  const created = nowOf(card)
  const dispute: CardDispute = {
    id: newId('du'),
    object: 'dispute',
    amount: amount ?? charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    evidence_details: { due_by: created + 9 * 86_400, has_evidence: false, past_due: false },
    is_charge_refundable: inquiry,
    livemode: charge.livemode,
    metadata: {},
    payment_intent: paymentIntent,
    reason: 'fraudulent',
    status: inquiry ? 'warning_needs_response' : 'needs_response',
  }
  append(card.disputes, dispute)
  append(journalAt(card.disputesOf, paymentIntent), dispute)
  if (!inquiry) takeDisputedMoney(card, charge, dispute)
  recordEvent(card, 'charge.dispute.created', dispute)
  if (!inquiry) recordEvent(card, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** A lost inquiry becomes a chargeback first. */
export function closeDispute(card: CardState, id: string, outcome: 'won' | 'lost'): CardDispute {
  const dispute = find(card.disputes, id)
  if (!dispute) throw refuseMissing('dispute', id)
  if (['won', 'lost', 'warning_closed'].includes(dispute.status)) {
    throw new CardRefusal({ message: 'This dispute is already closed.' })
  }
  const charge = getChargeOf(card, dispute.payment_intent)
  const isInquiry = dispute.status === 'warning_needs_response'

  if (isInquiry && outcome === 'lost') {
    takeDisputedMoney(card, charge, dispute)
    recordEvent(card, 'charge.dispute.funds_withdrawn', dispute)
  }
  dispute.status = isInquiry && outcome === 'won' ? 'warning_closed' : outcome
  if (!isInquiry && outcome === 'won') {
    dispute.is_charge_refundable = true
    const reversal = { amount: dispute.amount, category: 'dispute_reversal' }
    dispute.balance_transactions.push(moveDisputed(card, charge, dispute, reversal))
    recordEvent(card, 'charge.dispute.funds_reinstated', dispute)
  }
  recordEvent(card, 'charge.dispute.closed', dispute)
  return dispute
}

function takeDisputedMoney(card: CardState, charge: CardCharge, dispute: CardDispute): void {
  charge.disputed = true
  dispute.is_charge_refundable = false
  const withdrawal = { amount: -dispute.amount, category: 'dispute', fee: 1500 }
  dispute.balance_transactions.push(moveDisputed(card, charge, dispute, withdrawal))
}

function moveDisputed(
  card: CardState,
  charge: CardCharge,
  dispute: CardDispute,
  { amount, category, fee = 0 }: { amount: number; category: string; fee?: number },
): CardBalanceTransaction {
  return move(card, charge, { amount, fee, type: 'adjustment', category, source: dispute.id })
}

type Move = {
  amount: number
  type: 'refund' | 'refund_failure' | 'adjustment'
  source: string
  category?: string
  fee?: number
}

function move(
  card: CardState,
  { currency, description }: CardCharge,
  { amount, type, source, category = type, fee = 0 }: Move,
): CardBalanceTransaction {
  const movement = { amount, fee, currency, description, type, source }
  return recordBalance(card, { ...movement, reporting_category: category })
}

function getChargeOf(card: CardState, paymentIntent: string): CardCharge {
  const intent = find(card.intents, paymentIntent)
  if (!intent) throw refuseMissing('payment_intent', paymentIntent, 'payment_intent')
  const charge = find(card.charges, intent.latest_charge ?? '')
  if (charge) return charge
  const message = `This PaymentIntent (${paymentIntent}) does not have a successful charge to refund.`
  throw new CardRefusal({ param: 'payment_intent', message })
}
