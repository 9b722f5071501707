import { createHmac, timingSafeEqual } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CryptoSandbox, startCryptoSandbox } from './crypto-sandbox.ts'
import { startReceiver } from '../webhooks/receiver.ts'

const apiKey = 'np-key'
const ipnSecret = 'ipn-secret-example'
let receiver: Awaited<ReturnType<typeof startReceiver>>
let sandbox: CryptoSandbox

beforeEach(async () => {
  receiver = await startReceiver()
  const timing = { stepMs: 5, retryDelaysMs: [20, 20] }
  sandbox = await startCryptoSandbox({ port: 0, apiKey, ipnSecret, ...timing })
})
afterEach(async () => {
  await sandbox.close()
  await receiver.close()
})

type Json = Record<string, unknown>

async function call(path: string, { body, key = apiKey }: { body?: unknown; key?: string } = {}) {
  const reply = await fetch(`${sandbox.origin}${path}`, {
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  return { status: reply.status, json: (await reply.json()) as Json }
}

async function createInvoice(price_amount: unknown = 25): Promise<Json> {
  const { json } = await call('/v1/invoice', {
    body: {
      price_amount,
      price_currency: 'usd',
      order_id: 'tx_1',
      order_description: 'Balance top-up tx_1',
      ipn_callback_url: receiver.url,
      success_url: 'https://pier.example/back',
      cancel_url: 'https://pier.example/cancelled',
    },
  })
  return json
}

async function newPayment() {
  const { id } = await createInvoice()
  return sandbox.control.createPayment(String(id), { coin: 'btc' })
}

/** Written only from the vendor's rules, so that it can check the sandbox. */
function isGenuine(raw: string, header: unknown): boolean {
  const forms = [true, false].map((arraysAsObjects) => {
    const sort = (value: unknown): unknown => {
      if (value === null || typeof value !== 'object') return value
      if (Array.isArray(value) && !arraysAsObjects) return value.map(sort)
      const object = value as Json
      return Object.fromEntries(
        Object.keys(object)
          .sort()
          .map((key) => [key, sort(object[key])]),
      )
    }
    return JSON.stringify(sort(JSON.parse(raw)))
  })
  const given = Buffer.from(String(header), 'hex')
  return forms.some((form) =>
    timingSafeEqual(createHmac('sha512', ipnSecret).update(form).digest(), given),
  )
}

async function ipnsArrived(): Promise<Json[]> {
  await sandbox.control.delivered()
  return receiver.requests.map(({ body, headers }) => {
    expect(isGenuine(body, headers['x-nowpayments-sig'])).toBe(true)
    return JSON.parse(body) as Json
  })
}

test('the known body has the known signature', () => {
  const body =
    '{"payment_id":5745459419,"parent_payment_id":null,"invoice_id":4522625843,"payment_status":"finished","pay_address":"addr","payin_extra_id":null,"price_amount":25,"price_currency":"usd","pay_amount":0.00000001,"actually_paid":0.00000001,"actually_paid_at_fiat":0,"pay_currency":"btc","order_id":"tx_01","order_description":"Balance top-up / ü","purchase_id":"5837122679","outcome_amount":24.5,"outcome_currency":"usdttrc20","payment_extra_ids":null,"fee":{"withdrawalFee":0,"currency":"usdttrc20","depositFee":0.5,"serviceFee":0}}'

  expect(sandbox.control.sign(body)).toBe(
    'fda5ae2861d7119accc29d44ae256275e4d8acd1246c2990a394c522d9b71720c05989e779124a6d9d6be4ae95c941a7f80c961e683619e2d603787e4ba6bc28',
  )
  expect(isGenuine(body, sandbox.control.sign(body))).toBe(true)
  expect(isGenuine(body, sandbox.control.sign(body, { secret: 'other' }))).toBe(false)
})

test('an invoice answers as the vendor does', async () => {
  expect((await call('/v1/status', { key: '' })).json).toEqual({ message: 'OK' })
  expect(await createInvoice(25.5)).toMatchObject({
    id: expect.stringMatching(/^\d{10}$/),
    order_id: 'tx_1',
    price_amount: '25.5',
    price_currency: 'usd',
    pay_currency: null,
    invoice_url: expect.stringMatching(/\/payment\/\?iid=\d{10}$/),
    is_fixed_rate: false,
  })
})

test('a wrong key, bad input and an unknown payment are refused in its format', async () => {
  expect(await call('/v1/invoice', { body: {}, key: 'wrong' })).toEqual({
    status: 403,
    json: { status: false, statusCode: 403, code: 'INVALID_API_KEY', message: 'Invalid api key' },
  })
  for (const price_amount of [0, -1, 'many', null]) {
    const body = { price_amount, price_currency: 'usd' }
    const { status, json } = await call('/v1/invoice', { body })
    expect({ status, json }).toMatchObject({ status: 400, json: { status: false } })
  }
  expect((await call('/v1/payment/none')).status).toBe(400)
  expect((await call('/v1/payment/123')).status).toBe(404)
})

test('the smallest amount of a coin is told', async () => {
  const known = await call('/v1/min-amount?currency_from=btc&fiat_equivalent=usd')
  const unknown = await call('/v1/min-amount?currency_from=doge')

  expect(known.json).toMatchObject({ min_amount: 0.00008334, fiat_equivalent: 5 })
  expect(unknown.status).toBe(400)
})

test('an exact payment walks to finished and tells each step', async () => {
  const { payment_id, pay_amount } = await newPayment()
  sandbox.control.send(payment_id, 'exact')
  await expect.poll(() => sandbox.control.ipns().length).toBe(5)

  const arrived = await ipnsArrived()

  expect(arrived.map((ipn) => String(ipn['payment_status'])).toSorted()).toEqual(
    ['waiting', 'confirming', 'confirmed', 'sending', 'finished'].toSorted(),
  )
  expect(pay_amount).toBe(0.00041667)
  const { json } = await call(`/v1/payment/${payment_id}`)
  expect(json).toMatchObject({
    payment_id,
    payment_status: 'finished',
    price_amount: 25,
    actually_paid: 0.00041667,
    order_id: 'tx_1',
    parent_payment_id: null,
    fee: { serviceFee: 0.00000208 },
  })
  expect(arrived.find((ipn) => ipn['payment_status'] === 'finished')).toMatchObject({
    payment_id,
    fee: { currency: 'btc' },
  })
})

test('half is partially paid, more is finished, and again is a payment of its own', async () => {
  const half = await newPayment()
  const more = await newPayment()
  sandbox.control.send(half.payment_id, 'half')
  sandbox.control.send(more.payment_id, 'more')
  const read = async (id: number) => (await call(`/v1/payment/${id}`)).json
  await expect
    .poll(() => read(half.payment_id))
    .toMatchObject({ payment_status: 'partially_paid', actually_paid: 0.00020833 })
  await expect
    .poll(() => read(more.payment_id))
    .toMatchObject({ payment_status: 'finished', actually_paid: 0.00045833 })

  const repeat = sandbox.control.send(more.payment_id, 'again')
  await expect
    .poll(() => read(repeat.payment_id))
    .toMatchObject({ payment_status: 'finished', parent_payment_id: more.payment_id })
  expect(await read(more.payment_id)).toMatchObject({ payment_extra_ids: [repeat.payment_id] })
  await ipnsArrived()
})

test('arrays are signed in both ways, and every one of them verifies', async () => {
  const { payment_id } = await newPayment()
  for (let count = 0; count < 40; count += 1) {
    sandbox.control.setPayment(payment_id, { payment_extra_ids: [count, 7] })
  }

  expect(await ipnsArrived()).toHaveLength(41)
  const forms = sandbox.control
    .ipns()
    .slice(1)
    .map(({ body, signature }) => signature === sandbox.control.sign(body))
  expect(new Set(forms)).toEqual(new Set([true, false]))
})

test('an IPN is sent again until it is taken; lost ones are only recorded', async () => {
  receiver.answerNext(500)
  const { payment_id } = await newPayment()
  await sandbox.control.delivered()
  sandbox.control.setDelivery({ mode: 'off' })
  sandbox.control.setPayment(payment_id, { payment_status: 'finished', price_amount: 1 })
  await sandbox.control.delivered()

  expect(receiver.requests).toHaveLength(2)
  expect(sandbox.control.ipns().map(({ outcome }) => outcome)).toEqual([
    { attempts: 2, delivered: true },
    { attempts: 0, delivered: false },
  ])
  sandbox.control.resend(2)
  expect((await ipnsArrived()).at(-1)).toMatchObject({ price_amount: 1 })
})

test('faults come on demand', async () => {
  const path = '/v1/invoice'
  sandbox.control.fail({ path, times: 1, kind: 'status500' })
  expect((await call(path, { body: {} })).status).toBe(500)

  for (const kind of ['drop_before', 'drop_after'] as const) {
    sandbox.control.fail({ path, times: 1, kind })
    await expect(call(path, { body: {} })).rejects.toThrow()
  }
  sandbox.control.fail({ path, times: 1, kind: 'hang' })
  const hanging = fetch(`${sandbox.origin}${path}`, { signal: AbortSignal.timeout(100) })
  await expect(hanging).rejects.toThrow()
})

test('a person picks a coin, sends it and finds the way back', async () => {
  const url = String((await createInvoice())['invoice_url'])
  const post = (form: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(form) })

  const choice = await (await fetch(url)).text()
  expect(choice).toContain('Sandbox: no real money')
  expect(choice).toContain('Pay with usdttrc20')
  const waiting = await (await post({ coin: 'usdttrc20' })).text()
  expect(waiting).toContain('not-a-real-address')
  const payment = /name="payment" value="(\d+)"/.exec(waiting)?.[1] ?? ''
  const texts = ['Send the exact amount', 'Send less (half)', 'Send more', 'Let it expire']
  for (const text of texts) expect(waiting).toContain(text)
  await post({ payment, action: 'exact' })
  await post({ payment, action: 'expire' }) // Too late: the coins are on their way.

  await expect.poll(async () => (await fetch(url)).text()).toContain(`${payment}: finished`)
  const done = await (await fetch(url)).text()
  expect(done).toContain('href="https://pier.example/back"')
  expect(done).toContain('Send again')
  expect(done).not.toContain('Let it expire')
})

test('every control is a route too', async () => {
  const { id } = await createInvoice()
  const created = await call('/sandbox/create-payment', { body: { invoiceId: id, coin: 'eth' } })
  const paymentId = created.json['payment_id']
  const change = { paymentId, payment_status: 'refunded' }

  expect((await call('/sandbox/set-payment', { body: change })).json).toMatchObject({
    payment_status: 'refunded',
  })
  expect((await call('/sandbox/send', { body: { paymentId, sending: 'all' } })).status).toBe(400)
  expect((await call('/sandbox/ipns')).json).toHaveLength(2)
})
