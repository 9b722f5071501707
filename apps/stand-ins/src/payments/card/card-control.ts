import { z } from 'zod'
import {
  type CardDispute,
  type CardRefund,
  type CardSession,
  presentSession,
} from './card-objects.ts'
import { closeDispute, createDispute, createRefund, failRefund } from './card-reversals.ts'
import type { DisputeOptions, RefundParams } from './card-reversals.ts'
import {
  expireOverdueSessions,
  expireSession,
  getSession,
  type PayOptions,
  paySession,
  settleSession,
} from './card-sessions.ts'
import { type CardEvent, type CardState, deliverEvent, signPayload } from './card-state.ts'
import { type ControlRoutes, deliveryInput, faultInput } from '../../http/control-routes.ts'
import type { Fault, Faults } from '../../http/faults.ts'

export type CardControl = ReturnType<typeof createCardControl>
type Signing = { secret?: string | undefined; timestamp?: number | undefined }

export function createCardControl(card: CardState, faults: Faults) {
  return {
    pay: (sessionId: string, options: PayOptions = {}) => {
      const isPaid = paySession(card, sessionId, options)
      return { isPaid, session: presentSession(getSession(card, sessionId)) }
    },
    /** Ends a payment that was made with `card: 'delayed'`. */
    settle: (sessionId: string, outcome: 'succeeded' | 'failed'): void =>
      settleSession(card, sessionId, outcome),
    expire: (sessionId: string): CardSession => presentSession(expireSession(card, sessionId)),
    refund: (paymentIntent: string, amount?: number, options: RefundParams = {}): CardRefund => ({
      ...createRefund(card, paymentIntent, { ...options, amount }),
    }),
    failRefund: (refundId: string): CardRefund => ({ ...failRefund(card, refundId) }),
    dispute: (paymentIntent: string, options: DisputeOptions = {}): CardDispute => ({
      ...createDispute(card, paymentIntent, options),
    }),
    closeDispute: (disputeId: string, outcome: 'won' | 'lost'): CardDispute => ({
      ...closeDispute(card, disputeId, outcome),
    }),
    /** Off loses the webhooks: events are recorded but only sent by `resend`. */
    setDelivery: ({ mode }: { mode: 'on' | 'off' }): void => {
      card.isDelivering = mode === 'on'
    },
    /** Every event so far, oldest first. */
    events: (): CardEvent[] => [...card.events.items],
    resend: (eventId: string): void => deliverEvent(card, eventId),
    /** Settles once every webhook was accepted or given up. */
    delivered: (): Promise<void> => card.deliveries.idle(),
    sign: (payload: string, { secret, timestamp }: Signing = {}): string =>
      signPayload(payload, secret === undefined ? card.webhookSecrets : [secret], timestamp),
    fail: (fault: Fault): void => faults.fail(fault),
    /** Moves the clock of objects and expiry, but not of signatures. A demo begins in the past. */
    advance: (seconds: number): void => {
      card.secondsAhead += seconds
      expireOverdueSessions(card)
    },
  }
}

const sessionInput = z.strictObject({ sessionId: z.string() })
const payInput = sessionInput.extend({
  card: z.enum(['ok', 'declined', 'delayed']).optional(),
  amountTotal: z.int().optional(),
  currency: z.string().optional(),
  livemode: z.boolean().optional(),
})
const settleInput = sessionInput.extend({ outcome: z.enum(['succeeded', 'failed']) })
const refundInput = z.strictObject({
  paymentIntent: z.string(),
  amount: z.int().optional(),
  pending: z.boolean().optional(),
})
const failRefundInput = z.strictObject({ refundId: z.string() })
const disputeInput = z.strictObject({
  paymentIntent: z.string(),
  amount: z.int().optional(),
  inquiry: z.boolean().optional(),
})
const closeInput = z.strictObject({ disputeId: z.string(), outcome: z.enum(['won', 'lost']) })
const signInput = z.strictObject({
  payload: z.string(),
  secret: z.string().optional(),
  timestamp: z.int().optional(),
})

export function cardControlRoutes(control: CardControl): ControlRoutes {
  return {
    'GET /sandbox/events': () => control.events(),
    'POST /sandbox/pay': (input) => {
      const { sessionId, ...options } = payInput.parse(input)
      return control.pay(sessionId, options)
    },
    'POST /sandbox/settle': (input) => {
      const { sessionId, outcome } = settleInput.parse(input)
      return control.settle(sessionId, outcome)
    },
    'POST /sandbox/expire': (input) => control.expire(sessionInput.parse(input).sessionId),
    'POST /sandbox/refund': (input) => {
      const { paymentIntent, amount, pending } = refundInput.parse(input)
      return control.refund(paymentIntent, amount, { pending })
    },
    'POST /sandbox/fail-refund': (input) =>
      control.failRefund(failRefundInput.parse(input).refundId),
    'POST /sandbox/dispute': (input) => {
      const { paymentIntent, ...options } = disputeInput.parse(input)
      return control.dispute(paymentIntent, options)
    },
    'POST /sandbox/close-dispute': (input) => {
      const { disputeId, outcome } = closeInput.parse(input)
      return control.closeDispute(disputeId, outcome)
    },
    'POST /sandbox/delivery': (input) => control.setDelivery(deliveryInput.parse(input)),
    'POST /sandbox/resend': (input) =>
      control.resend(z.strictObject({ eventId: z.string() }).parse(input).eventId),
    'POST /sandbox/sign': (input) => {
      const { payload, ...options } = signInput.parse(input)
      return { header: control.sign(payload, options) }
    },
    'POST /sandbox/fail': (input) => control.fail(faultInput.parse(input)),
    'POST /sandbox/advance': (input) =>
      control.advance(z.strictObject({ seconds: z.int().min(0) }).parse(input).seconds),
  }
}
