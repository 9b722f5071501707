/** The lifecycle of a checkout session: created, then paid or expired. */
import {
  type CardCharge,
  type CardIntent,
  newId,
  presentSession,
  type SessionRecord,
} from './card-objects.ts'
import { CardRefusal, refuseMissing } from './card-refusal.ts'
import type { SessionParams } from './card-session-params.ts'
import { type CardState, nowOf, recordBalance, recordEvent } from './card-state.ts'
import { append, find } from './journal.ts'

export function createSession(card: CardState, params: SessionParams): SessionRecord {
  const id = newId('cs_test')
  const session: SessionRecord = {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    allowed_payment_method_types: params.allowedTypes,
    amount_subtotal: params.amountTotal,
    amount_total: params.amountTotal,
    cancel_url: params.cancelUrl,
    client_reference_id: params.clientReferenceId,
    created: nowOf(card),
    currency: params.currency,
    customer: null,
    customer_details: null,
    customer_email: params.customerEmail,
    expires_at: params.expiresAt,
    livemode: false,
    metadata: params.metadata,
    mode: 'payment',
    payment_intent: null,
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    status: 'open',
    success_url: params.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${card.origin}/pay/${id}`,
    hidden: { name: params.name, payment: params.payment },
  }
  card.openSessions.add(session)
  return append(card.sessions, session)
}

export function getSession(card: CardState, id: string): SessionRecord {
  const session = find(card.sessions, id)
  if (!session) throw refuseMissing('checkout.session', id)
  if (session.status === 'open' && session.expires_at <= nowOf(card)) closeExpired(card, session)
  return session
}

/** Sessions expire by themselves, as at Stripe, whether or not anybody reads them. */
export function expireOverdueSessions(card: CardState): void {
  const now = nowOf(card)
  for (const session of card.openSessions) {
    if (session.expires_at <= now) closeExpired(card, session)
  }
}

export function expireSession(card: CardState, id: string): SessionRecord {
  const session = getSession(card, id)
  if (session.status !== 'open') {
    const rule = 'Only Checkout Sessions with a status in ["open"] can be expired.'
    const message = `${rule} This Checkout Session has a status of \`${session.status}\`.`
    throw new CardRefusal({ message })
  }
  closeExpired(card, session)
  return session
}

function closeExpired(card: CardState, session: SessionRecord): void {
  session.status = 'expired'
  session.url = null
  card.openSessions.delete(session)
  recordEvent(card, 'checkout.session.expired', presentSession(session))
}

export type PayOptions = {
  /** `delayed` completes the session unpaid, until `settle` says how it ended. */
  card?: 'ok' | 'declined' | 'delayed' | undefined
  amountTotal?: number | undefined
  currency?: string | undefined
  livemode?: boolean | undefined
}

/** Returns false when the card is declined, which leaves the session open. */
export function paySession(card: CardState, id: string, options: PayOptions = {}): boolean {
  const session = getSession(card, id)
  if (session.status !== 'open') {
    throw new CardRefusal({ message: `This Checkout Session is ${session.status}.` })
  }
  if (options.card === 'declined') return false

  session.amount_total = options.amountTotal ?? session.amount_total
  session.currency = options.currency ?? session.currency
  session.livemode = options.livemode ?? session.livemode
  session.status = 'complete'
  session.url = null
  session.customer_details = { ...noDetails, email: session.customer_email }
  card.openSessions.delete(session)
  const intent = createIntent(card, session)
  session.payment_intent = intent.id
  if (options.card !== 'delayed') receiveMoney(card, session, intent)
  recordEvent(card, 'checkout.session.completed', presentSession(session))
  return true
}

const noDetails = {
  address: null,
  business_name: null,
  individual_name: null,
  name: null,
  phone: null,
  tax_exempt: 'none' as const,
  tax_ids: [],
}

/** The end of a delayed payment. */
export function settleSession(card: CardState, id: string, outcome: 'succeeded' | 'failed'): void {
  const session = getSession(card, id)
  const intent = find(card.intents, session.payment_intent ?? '')
  if (intent?.status !== 'processing') {
    throw new CardRefusal({ message: `Nothing is pending for ${id}.` })
  }
  if (outcome === 'succeeded') receiveMoney(card, session, intent)
  else intent.status = 'requires_payment_method'
  recordEvent(card, `checkout.session.async_payment_${outcome}`, presentSession(session))
}

function createIntent(card: CardState, session: SessionRecord): CardIntent {
  return append(card.intents, {
    id: newId('pi'),
    object: 'payment_intent',
    amount: session.amount_total,
    amount_capturable: 0,
    amount_received: 0,
    canceled_at: null,
    capture_method: 'automatic_async',
    confirmation_method: 'automatic',
    created: nowOf(card),
    currency: session.currency,
    customer: null,
    description: session.hidden.payment.description,
    latest_charge: null,
    livemode: session.livemode,
    metadata: session.hidden.payment.metadata,
    payment_method: newId('pm'),
    payment_method_types: ['card'],
    receipt_email: session.customer_email,
    status: 'processing',
  })
}

function receiveMoney(card: CardState, session: SessionRecord, intent: CardIntent): void {
  const charge = createCharge(card, intent)
  intent.latest_charge = charge.id
  intent.amount_received = intent.amount
  intent.status = 'succeeded'
  session.payment_status = 'paid'
}

function createCharge(card: CardState, intent: CardIntent): CardCharge {
  const id = newId('ch')
  const { amount, currency, description } = intent
  const received = recordBalance(card, {
    amount,
    currency,
    description,
    fee: Math.floor((amount * 29 + 500) / 1000) + 30, // 2.9 % and 30 cents.
    type: 'charge',
    reporting_category: 'charge',
    source: id,
  })
  return append(card.charges, {
    id,
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    balance_transaction: received.id,
    captured: true,
    created: nowOf(card),
    currency,
    customer: null,
    description,
    disputed: false,
    failure_code: null,
    failure_message: null,
    livemode: intent.livemode,
    metadata: intent.metadata,
    paid: true,
    payment_intent: intent.id,
    payment_method: intent.payment_method,
    payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
    receipt_email: intent.receipt_email,
    refunded: false,
    status: 'succeeded',
  })
}
