/**
 * The card provider, Stripe. We ask it for a payment page and for what became of it; its events are
 * only a reason to ask. Nothing here decides what is credited.
 */
import { traceCalls } from '@pier/telemetry/spans'
import { Stripe } from 'stripe'
import type { Config } from '../../platform/config.ts'

export type CardRefund = {
  id: string
  amountCents: number
  isFailed: boolean
  /** Our own row, where we asked for it. */
  cardRefundId: string | null
}

export type CardDispute = {
  id: string
  amountCents: number
  /** An inquiry has moved no money yet. */
  state: 'inquiry' | 'open' | 'won' | 'lost'
  movements: { id: string; amountCents: number }[]
}

export type CardPayment = {
  sessionId: string
  transactionId: string | null
  state: 'open' | 'paid' | 'unpaid' | 'expired'
  amountCents: number | null
  currency: string | null
  isLive: boolean
  chargeRef: string | null
  refunds: CardRefund[]
  disputes: CardDispute[]
}

/** One movement of users' money at the provider, under the reference of its ledger entry. */
export type Movement = { reference: string; source: string; amountCents: number; at: Date }

/** What happened to which object; the rest of an event is personal data that we do not need. */
export type CardEvent = { id: string; type: string; subject: object }

export function createCardProvider({ card, publicOrigin }: Config) {
  const stripe = new Stripe(card.secretKey, {
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
    ...(card.apiBase && {
      host: card.apiBase.hostname,
      port: card.apiBase.port,
      protocol: card.apiBase.protocol === 'https:' ? 'https' : 'http',
    }),
  })
  const isLive = /^(sk|rk)_live_/.test(card.secretKey)
  return traceCalls('stripe', {
    isLive,
    createCheckout: (input: CheckoutInput) => createCheckout(stripe, publicOrigin, input),
    readPayment: (sessionId: string, reading: { withHistory: boolean }) =>
      readPayment(stripe, sessionId, reading),
    /** Whose payment a charge is, by what we wrote on it. */
    async findTransactionOfCharge(chargeRef: string): Promise<string | null> {
      const charge = await stripe.charges.retrieve(chargeRef).catch(ignoreRefusal)
      return charge?.metadata['transaction_id'] ?? null
    },
    /** The charge that a movement goes back to. */
    async findChargeOf(source: string): Promise<string | null> {
      if (source.startsWith('re_')) return idOf((await stripe.refunds.retrieve(source)).charge)
      if (/^d[pu]_/.test(source)) return idOf((await stripe.disputes.retrieve(source)).charge)
      return source
    },
    async refund({ cardRefundId, chargeRef, amountCents }: RefundInput): Promise<string> {
      const { id } = await stripe.refunds.create(
        { charge: chargeRef, amount: amountCents, metadata: { card_refund_id: cardRefundId } },
        { idempotencyKey: `refund:${cardRefundId}` },
      )
      return id
    },
    listMovements: (from: Date) => listMovements(stripe, from),
    readEvent: (raw: Buffer, header: string | undefined) =>
      readEvent(stripe, { raw, header, secrets: card.webhookSecrets, isLive }),
  })
}

type RefundInput = { cardRefundId: string; chargeRef: string; amountCents: number }

type CheckoutInput = {
  transactionId: string
  userId: string
  email: string
  amountCents: number
  createdAt: Date
}

const pageLastsSeconds = 3600

/** Every value comes from the saved row, so that trying again with the same key asks the same. */
async function createCheckout(
  stripe: Stripe,
  publicOrigin: string,
  { transactionId, userId, email, amountCents, createdAt }: CheckoutInput,
): Promise<{ id: string; uri: string }> {
  const metadata = { transaction_id: transactionId, user_id: userId }
  const back = `${publicOrigin}/app/add-balance`
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: 'usd',
            unit_amount: amountCents,
            product_data: { name: 'Account balance top-up' },
          },
        },
      ],
      allowed_payment_method_types: ['card'],
      adaptive_pricing: { enabled: false },
      payment_method_options: { card: { request_three_d_secure: 'any' } },
      client_reference_id: transactionId,
      customer_email: email,
      metadata,
      payment_intent_data: { metadata, description: `Balance top-up ${transactionId}` },
      success_url: `${back}?payment=done`,
      cancel_url: `${back}?payment=cancelled`,
      expires_at: Math.floor(createdAt.getTime() / 1000) + pageLastsSeconds,
    },
    { idempotencyKey: `topup:${transactionId}` },
  )
  if (!session.url) throw new Error('The card provider gave no page to pay on')
  return { id: session.id, uri: session.url }
}

async function readPayment(
  stripe: Stripe,
  sessionId: string,
  { withHistory }: { withHistory: boolean },
): Promise<CardPayment> {
  const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent'] })
  const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent
  const chargeRef = idOf(intent?.latest_charge)
  const hasHistory = withHistory && intent !== null
  return {
    sessionId: session.id,
    transactionId:
      session.client_reference_id === session.metadata?.['transaction_id']
        ? session.client_reference_id
        : null,
    state: stateOf(session),
    amountCents: session.amount_total,
    currency: session.currency,
    isLive: session.livemode,
    chargeRef,
    refunds: hasHistory ? await listRefunds(stripe, intent.id) : [],
    disputes: hasHistory ? await listDisputes(stripe, intent.id) : [],
  }
}

function stateOf({ status, payment_status, mode }: Stripe.Checkout.Session): CardPayment['state'] {
  if (status === 'expired') return 'expired'
  if (status !== 'complete') return 'open'
  return mode === 'payment' && payment_status === 'paid' ? 'paid' : 'unpaid'
}

async function listRefunds(stripe: Stripe, intent: string): Promise<CardRefund[]> {
  const refunds: CardRefund[] = []
  for await (const refund of stripe.refunds.list({ payment_intent: intent, limit: 100 })) {
    refunds.push({
      id: refund.id,
      amountCents: refund.amount,
      isFailed: refund.status === 'failed' || refund.status === 'canceled',
      cardRefundId: refund.metadata?.['card_refund_id'] ?? null,
    })
  }
  return refunds
}

async function listDisputes(stripe: Stripe, intent: string): Promise<CardDispute[]> {
  const disputes: CardDispute[] = []
  for await (const dispute of stripe.disputes.list({ payment_intent: intent, limit: 100 })) {
    disputes.push({
      id: dispute.id,
      amountCents: dispute.amount,
      state: stateOfDispute(dispute.status),
      movements: dispute.balance_transactions.map(({ id, amount }) => ({
        id,
        amountCents: amount,
      })),
    })
  }
  return disputes
}

function stateOfDispute(status: Stripe.Dispute['status']): CardDispute['state'] {
  if (status.startsWith('warning_')) return 'inquiry'
  if (status === 'won') return 'won'
  if (status === 'lost') return 'lost'
  return status === 'prevented' ? 'inquiry' : 'open'
}

/** Payouts to our bank and the provider's own fees are not users' money. */
async function listMovements(stripe: Stripe, from: Date): Promise<Movement[]> {
  const movements: Movement[] = []
  const created = { gte: Math.floor(from.getTime() / 1000) }
  for await (const row of stripe.balanceTransactions.list({ created, limit: 100 })) {
    const reference = referenceOf(row)
    if (reference) {
      const source = idOf(row.source) ?? ''
      const at = new Date(row.created * 1000)
      movements.push({ reference, source, amountCents: row.amount, at })
    }
  }
  return movements
}

function referenceOf(row: Stripe.BalanceTransaction): string | null {
  const source = idOf(row.source)
  if (row.type === 'charge' || row.type === 'payment' || row.type === 'refund') {
    return `card:${source}`
  }
  if (row.type === 'refund_failure') return `card:${source}:failed`
  return row.reporting_category.startsWith('dispute') ? `card:${row.id}` : null
}

const toleranceSeconds = 300

/** Checks that the provider sent exactly these bytes, and says what they are about. */
function readEvent(
  stripe: Stripe,
  sent: { raw: Buffer; header: string | undefined; secrets: string[]; isLive: boolean },
): CardEvent | null {
  const { raw, header = '', secrets, isLive } = sent
  const sentAt = Number(/(?:^|,)t=(\d+)/.exec(header)?.[1])
  if (!(sentAt <= Date.now() / 1000 + toleranceSeconds)) return null // The library minds only age.
  for (const secret of secrets) {
    try {
      const event = stripe.webhooks.constructEvent(raw, header, secret, toleranceSeconds)
      const { id, type, livemode, account } = event
      return livemode === isLive && !account ? { id, type, subject: subjectOf(event) } : null
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error
    }
  }
  return null
}

function subjectOf({ data }: Stripe.Event): object {
  const object = data.object as {
    object?: string
    id?: string
    charge?: string | { id: string }
    client_reference_id?: string
  }
  const { object: kind = '', id = '', charge, client_reference_id = null } = object
  return { object: kind, id, charge: idOf(charge), client_reference_id }
}

const idOf = (one: string | { id: string } | null | undefined): string | null =>
  typeof one === 'string' ? one : (one?.id ?? null)

/** What does not exist, or is not ours, belongs to nobody. */
function ignoreRefusal(error: unknown): null {
  if (isRefusal(error)) return null
  throw error
}

/** The provider understood and said no; asking again would change nothing. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError ||
  error instanceof Stripe.errors.StripeCardError
