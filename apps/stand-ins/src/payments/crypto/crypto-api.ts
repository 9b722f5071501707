/** NOWPayments' `/v1`: invoices, payments and the smallest amounts. */
import { z } from 'zod'
import { amountOf, isCoin, unitsFor } from './coins.ts'
import {
  type CryptoInvoice,
  type CryptoState,
  newNumber,
  type PaymentRecord,
} from './crypto-state.ts'
import {
  type Answer,
  answerJson,
  type Handler,
  type SandboxRequest,
} from '../../http/http-server.ts'

export function createCryptoApi(crypto: CryptoState, apiKey: string): Handler {
  return async (request) => {
    if (request.fault === 'hang') return request.gone.then(() => undefined)
    if (request.fault?.startsWith('status500')) {
      return refuse(500, 'INTERNAL_ERROR', 'Internal server error')
    }
    const call = `${request.method} ${request.path}`
    if (call === 'GET /v1/status') return answerJson(200, { message: 'OK' })
    if (request.headers['x-api-key'] !== apiKey) {
      return refuse(403, 'INVALID_API_KEY', 'Invalid api key')
    }
    if (call === 'POST /v1/invoice') return answerInvoice(crypto, request)
    if (call === 'GET /v1/min-amount') return answerMinimum(request)
    if (call.startsWith('GET /v1/payment/')) return answerPayment(crypto, request)
    return refuse(404, 'NOT_FOUND', 'Not Found')
  }
}

function refuse(statusCode: number, code: string, message: string): Answer {
  return answerJson(statusCode, { status: false, statusCode, code, message })
}

const refuseParams = (message: string) => refuse(400, 'INVALID_REQUEST_PARAMS', message)

const url = z.url({ protocol: /^https?$/ }).nullish()
const decimalText = z.string().regex(/^\d+(\.\d+)?$/)
const price = z
  .union([z.number(), decimalText.transform(Number)])
  .pipe(z.number().positive().max(1_000_000))
const invoiceInput = z.strictObject({
  price_amount: price,
  price_currency: z.literal('usd'),
  order_id: z.string().nullish(),
  order_description: z.string().nullish(),
  ipn_callback_url: url,
  success_url: url,
  cancel_url: url,
  partially_paid_url: url,
  is_fixed_rate: z.boolean().nullish(),
  is_fee_paid_by_user: z.boolean().nullish(),
})

function answerInvoice(crypto: CryptoState, { body }: SandboxRequest): Answer {
  const parsed = invoiceInput.safeParse(readJson(body))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return refuseParams(`${issue?.path.join('.') || 'body'}: ${issue?.message}`)
  }
  const input = parsed.data
  const id = String(newNumber())
  const now = new Date().toISOString()
  const invoice: CryptoInvoice = {
    id,
    token_id: String(newNumber()),
    order_id: input.order_id ?? null,
    order_description: input.order_description ?? null,
    price_amount: String(input.price_amount),
    price_currency: input.price_currency,
    pay_currency: null,
    ipn_callback_url: input.ipn_callback_url ?? null,
    invoice_url: `${crypto.origin}/payment/?iid=${id}`,
    success_url: input.success_url ?? null,
    cancel_url: input.cancel_url ?? null,
    partially_paid_url: input.partially_paid_url ?? null,
    created_at: now,
    updated_at: now,
    is_fixed_rate: input.is_fixed_rate ?? false,
    is_fee_paid_by_user: input.is_fee_paid_by_user ?? false,
  }
  crypto.invoices.set(id, invoice)
  return answerJson(201, invoice)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // The schema refuses it.
  }
}

function answerPayment(crypto: CryptoState, { path }: SandboxRequest): Answer {
  const id = path.slice('/v1/payment/'.length)
  if (!/^\d+$/.test(id)) return refuseParams('Payment id must be a number')
  const record = crypto.payments.get(Number(id))
  if (!record) return refuse(404, 'PAYMENT_NOT_FOUND', 'Payment not found')
  return answerJson(200, presentPayment(record))
}

function presentPayment({ payment, createdAt, updatedAt }: PaymentRecord) {
  return {
    ...payment,
    payout_hash: null,
    payin_hash: null,
    burning_percent: null,
    type: 'crypto2crypto',
    created_at: createdAt,
    updated_at: updatedAt,
  }
}

const minimumCents = 500n

function answerMinimum({ query }: SandboxRequest): Answer {
  const from = query.get('currency_from')
  if (!isCoin(from)) return refuseParams('currency_from is not supported')
  return answerJson(200, {
    currency_from: from,
    currency_to: query.get('currency_to') ?? from,
    min_amount: amountOf(unitsFor(minimumCents, from), from),
    ...(query.get('fiat_equivalent') === 'usd' && { fiat_equivalent: Number(minimumCents) / 100 }),
  })
}
