/**
 * The crypto provider, NOWPayments: a payment page, and for each deposit what became of it. Its
 * notices are only a reason to ask.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { traceCalls } from '@pier/telemetry/spans'
import { z } from 'zod'
import type { Config } from '../../platform/config.ts'
import { parseDecimal } from './decimal.ts'

const depositStatuses = [
  'waiting',
  'confirming',
  'confirmed',
  'sending',
  'partially_paid',
  'finished',
  'failed',
  'expired',
  'refunded',
  'unknown', // Whatever they add one day.
] as const
export type DepositStatus = (typeof depositStatuses)[number]

export type Deposit = {
  paymentId: string
  /** Set on a repeated deposit or a wrong coin: its price says nothing about what was paid. */
  parentPaymentId: string | null
  invoiceId: string | null
  transactionId: string | null
  status: DepositStatus
  priceCents: number | null
  currency: string
  /** How much of the price arrived, in millionths. */
  paidMillionths: number
}

const numberOrText = z.union([z.number(), z.string()])
const paymentSchema = z.object({
  payment_id: numberOrText,
  parent_payment_id: numberOrText.nullish(),
  invoice_id: numberOrText.nullish(),
  payment_status: z.enum(depositStatuses).catch('unknown'),
  price_amount: numberOrText,
  price_currency: z.string(),
  pay_amount: numberOrText.nullish(),
  actually_paid: numberOrText.nullish(),
  order_id: z.string().nullish(),
})

const noticeSchema = z.object({
  payment_id: numberOrText,
  payment_status: z.string(),
  order_id: z.string().nullish(),
  invoice_id: numberOrText.nullish(),
})
type Notice = z.output<typeof noticeSchema> & { canonical: string }
const invoiceSchema = z.object({ id: numberOrText, invoice_url: z.url() })

export function createCryptoProvider({ crypto, publicOrigin }: Config) {
  const send = (path: string, body?: object) => request(crypto, path, body)
  return traceCalls('nowpayments', {
    /** There is no idempotency key: once per saved row, and never again for it. */
    async createInvoice(input: { transactionId: string; amountCents: number }) {
      const back = `${publicOrigin}/app/add-balance`
      const invoice = invoiceSchema.parse(
        await send('/invoice', {
          price_amount: input.amountCents / 100,
          price_currency: 'usd',
          order_id: input.transactionId,
          order_description: `Balance top-up ${input.transactionId}`,
          ipn_callback_url: crypto.callbackUrl,
          success_url: `${back}?payment=done`,
          partially_paid_url: `${back}?payment=done`,
          cancel_url: `${back}?payment=cancelled`,
          is_fixed_rate: false,
          is_fee_paid_by_user: false,
        }),
      )
      if (!isPageOf(crypto, invoice.invoice_url)) {
        throw new Error('The crypto provider gave a page that is not its own')
      }
      return { id: String(invoice.id), uri: invoice.invoice_url }
    },

    async readDeposit(paymentId: string): Promise<Deposit> {
      return presentDeposit(await send(`/payment/${encodeURIComponent(paymentId)}`))
    },

    /** A notice of the provider, in a canonical form whatever the order of its keys. */
    readNotice(raw: Buffer, header: unknown): Notice | null {
      const text = raw.toString('utf8')
      if (!crypto.ipnSecrets.some((secret) => isSigned(text, header, secret))) return null
      const notice = noticeSchema.safeParse(parseObject(text))
      return notice.success ? { ...notice.data, canonical: canonicalOf(text, false) } : null
    },
  })
}

async function request(
  { apiBase, apiKey }: Config['crypto'],
  path: string,
  body?: object,
): Promise<unknown> {
  const reply = await fetch(`${apiBase}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  })
  if (!reply.ok) throw new Error(`The crypto provider answered ${reply.status} to ${path}`)
  return reply.json()
}

function presentDeposit(answer: unknown): Deposit {
  const payment = paymentSchema.parse(answer)
  const price = parseDecimal(payment.price_amount)
  const asked = parseDecimal(payment.pay_amount ?? 0)
  const paid = parseDecimal(payment.actually_paid ?? 0)
  const isWholeCents = price % centScale === 0n
  return {
    paymentId: String(payment.payment_id),
    parentPaymentId: textOf(payment.parent_payment_id),
    invoiceId: textOf(payment.invoice_id),
    transactionId: payment.order_id ?? null,
    status: payment.payment_status,
    priceCents: isWholeCents ? Number(price / centScale) : null,
    currency: payment.price_currency.toLowerCase(),
    paidMillionths: asked > 0n ? Number((paid * 1_000_000n) / asked) : 0,
  }
}

const centScale = parseDecimal('0.01')

const textOf = (value: string | number | null | undefined) =>
  value === null || value === undefined ? null : String(value)

const isPageOf = ({ apiBase, pageHost: host }: Config['crypto'], uri: string) => {
  const { hostname, protocol } = new URL(uri)
  return protocol === new URL(apiBase).protocol && `.${hostname}`.endsWith(`.${host}`)
}

/**
 * The signature is over the body with its keys sorted all the way down, as JavaScript prints it.
 * The provider's own sorter turns lists into objects, so both ways of writing them are its own.
 */
export function isSigned(text: string, header: unknown, secret: string): boolean {
  if (typeof header !== 'string' || !/^[0-9a-f]{128}$/i.test(header)) return false
  if (!parseObject(text)) return false
  const given = Buffer.from(header, 'hex')
  return [true, false].some((listsAsObjects) => {
    const signed = createHmac('sha512', secret.trim()).update(canonicalOf(text, listsAsObjects))
    return timingSafeEqual(signed.digest(), given)
  })
}

const canonicalOf = (text: string, listsAsObjects: boolean): string =>
  JSON.stringify(sortKeys(parseObject(text), listsAsObjects))

function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = value && typeof value === 'object' && !Array.isArray(value)
    return isObject && isFlat(value, depthMax) ? value : null
  } catch {
    return null
  }
}

const depthMax = 5

/** Real notices are flat; a deeply nested one could exhaust our stack. */
function isFlat(value: unknown, depth: number): boolean {
  if (!value || typeof value !== 'object') return true
  return depth > 0 && Object.values(value).every((item) => isFlat(item, depth - 1))
}

function sortKeys(value: unknown, listsAsObjects: boolean): unknown {
  if (Array.isArray(value) && !listsAsObjects) {
    return value.map((item) => sortKeys(item, listsAsObjects))
  }
  if (!value || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sortKeys(item, listsAsObjects)]),
  )
}
