/** The shapes on the wire, checked against the official client's types. */
import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'

type Metadata = Record<string, string>

export type CardSession = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'object'
  | 'adaptive_pricing'
  | 'allowed_payment_method_types'
  | 'amount_subtotal'
  | 'cancel_url'
  | 'client_reference_id'
  | 'created'
  | 'customer_details'
  | 'customer_email'
  | 'expires_at'
  | 'livemode'
  | 'mode'
  | 'payment_method_types'
  | 'payment_status'
  | 'status'
  | 'total_details'
  | 'ui_mode'
  | 'url'
> & {
  amount_total: number
  currency: string
  customer: null
  metadata: Metadata
  payment_intent: string | null
  success_url: string
}

/** What the session object does not show, but payment and page need. */
export type SessionRecord = CardSession & { hidden: { name: string; payment: PaymentDetails } }
export type PaymentDetails = { metadata: Metadata; description: string | null }

export type CardIntent = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_capturable'
  | 'amount_received'
  | 'canceled_at'
  | 'capture_method'
  | 'confirmation_method'
  | 'created'
  | 'currency'
  | 'description'
  | 'livemode'
  | 'payment_method_types'
  | 'receipt_email'
  | 'status'
> & { customer: null; latest_charge: string | null; metadata: Metadata; payment_method: string }

export type CardCharge = Pick<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_captured'
  | 'amount_refunded'
  | 'captured'
  | 'created'
  | 'currency'
  | 'description'
  | 'disputed'
  | 'failure_code'
  | 'failure_message'
  | 'livemode'
  | 'paid'
  | 'payment_method'
  | 'receipt_email'
  | 'refunded'
  | 'status'
> & {
  balance_transaction: string
  customer: null
  metadata: Metadata
  payment_intent: string
  payment_method_details: { type: 'card'; card: { brand: string; last4: string } }
}

export type CardRefund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'failure_reason' | 'reason'
> & {
  balance_transaction: string
  charge: string
  failure_balance_transaction?: string
  metadata: Metadata
  payment_intent: string
  receipt_number: null
  status: 'pending' | 'succeeded' | 'failed' | 'canceled'
}

export type CardDispute = Pick<
  Stripe.Dispute,
  | 'id'
  | 'object'
  | 'amount'
  | 'created'
  | 'currency'
  | 'is_charge_refundable'
  | 'livemode'
  | 'reason'
  | 'status'
> & {
  balance_transactions: CardBalanceTransaction[]
  charge: string
  evidence_details: { due_by: number; has_evidence: boolean; past_due: boolean }
  metadata: Metadata
  payment_intent: string
}

export type CardBalanceTransaction = Pick<
  Stripe.BalanceTransaction,
  | 'id'
  | 'object'
  | 'amount'
  | 'available_on'
  | 'created'
  | 'currency'
  | 'description'
  | 'exchange_rate'
  | 'fee'
  | 'fee_details'
  | 'net'
  | 'reporting_category'
  | 'status'
  | 'type'
> & { source: string }

export type CardEventType =
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'checkout.session.async_payment_succeeded'
  | 'checkout.session.async_payment_failed'
  | 'charge.refunded'
  | 'refund.failed'
  | 'charge.dispute.created'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.funds_reinstated'
  | 'charge.dispute.closed'

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

export function presentSession({ hidden: _hidden, ...session }: SessionRecord): CardSession {
  return session
}
