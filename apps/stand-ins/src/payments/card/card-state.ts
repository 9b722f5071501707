import { createHmac } from 'node:crypto'
import type {
  CardBalanceTransaction,
  CardCharge,
  CardDispute,
  CardEventType,
  CardIntent,
  CardRefund,
  SessionRecord,
} from './card-objects.ts'
import { newId } from './card-objects.ts'
import type { Deliveries, DeliveryOutcome } from '../webhooks/deliveries.ts'
import { append, createJournal, find, type Journal } from './journal.ts'

export type CardEvent = {
  id: string
  type: CardEventType
  /** The exact text that is signed and sent. */
  payload: string
  outcome: DeliveryOutcome
}

type Settings = {
  webhookSecrets: string[]
  webhookUrl: string | (() => string)
  deliveries: Deliveries
}

export type CardState = ReturnType<typeof createCardState>

export function createCardState(settings: Settings) {
  return {
    ...settings,
    origin: '',
    secondsAhead: 0,
    isDelivering: true,
    sessions: createJournal<SessionRecord>(),
    openSessions: new Set<SessionRecord>(),
    intents: createJournal<CardIntent>(),
    charges: createJournal<CardCharge>(),
    refunds: createJournal<CardRefund>(),
    refundsOf: new Map<string, Journal<CardRefund>>(),
    disputes: createJournal<CardDispute>(),
    disputesOf: new Map<string, Journal<CardDispute>>(),
    balance: createJournal<CardBalanceTransaction>(),
    events: createJournal<CardEvent>(),
  }
}

/** The sandbox's clock, in seconds; `advance` moves it. */
export function nowOf({ secondsAhead }: CardState): number {
  return Math.floor(Date.now() / 1000) + secondsAhead
}

type Subject = { id: string; livemode?: boolean }

export function recordEvent(card: CardState, type: CardEventType, object: Subject): void {
  const id = newId('evt')
  const event = {
    id,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: nowOf(card),
    data: { object },
    livemode: object.livemode ?? false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }
  const payload = JSON.stringify(event, null, 2)
  append(card.events, { id, type, payload, outcome: { attempts: 0, delivered: false } })
  if (card.isDelivering) deliverEvent(card, id)
}

export function deliverEvent(card: CardState, eventId: string): void {
  const event = find(card.events, eventId)
  if (!event) throw new Error(`No event ${eventId}`)
  event.outcome = { attempts: 0, delivered: false }
  card.deliveries.send({
    url: typeof card.webhookUrl === 'string' ? card.webhookUrl : card.webhookUrl(),
    body: event.payload,
    headers: () => ({ 'stripe-signature': signPayload(event.payload, card.webhookSecrets) }),
    outcome: event.outcome,
  })
}

/** One `v1` per secret, with the real time: the receiver checks it with its own clock. */
export function signPayload(
  payload: string,
  secrets: string[],
  timestamp = Math.floor(Date.now() / 1000),
): string {
  const signatures = secrets.map((secret) => {
    const digest = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')
    return `v1=${digest}`
  })
  return [`t=${timestamp}`, ...signatures].join(',')
}

type Movement = Pick<
  CardBalanceTransaction,
  'amount' | 'fee' | 'currency' | 'type' | 'reporting_category' | 'source' | 'description'
>

export function recordBalance(card: CardState, movement: Movement): CardBalanceTransaction {
  const { amount, fee, currency } = movement
  const created = nowOf(card)
  const detail = { amount: fee, application: null, currency, description: null, type: 'stripe_fee' }
  return append(card.balance, {
    id: newId('txn'),
    object: 'balance_transaction',
    available_on: created,
    created,
    exchange_rate: null,
    fee_details: fee === 0 ? [] : [detail],
    net: amount - fee,
    status: 'available',
    ...movement,
  })
}
