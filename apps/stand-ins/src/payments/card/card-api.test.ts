import { Stripe } from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CardSandbox, startCardSandbox } from './card-sandbox.ts'

const secretKey = 'sk_test_sandbox'
let sandbox: CardSandbox
let stripe: Stripe

beforeEach(async () => {
  sandbox = await startCardSandbox({
    port: 0,
    secretKey,
    webhookSecrets: ['whsec_one'],
    webhookUrl: 'http://127.0.0.1:9/nobody',
  })
  sandbox.control.setDelivery({ mode: 'off' })
  stripe = clientWith(secretKey)
})
afterEach(() => sandbox.close())

function clientWith(key: string, maxNetworkRetries = 0): Stripe {
  const { port } = sandbox
  const place = { host: '127.0.0.1', port, protocol: 'http' } as const
  return new Stripe(key, { ...place, maxNetworkRetries, timeout: 2000, telemetry: false })
}

const now = () => Math.floor(Date.now() / 1000)

function paramsOf(cents = 2500): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    ui_mode: 'hosted_page',
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'usd', unit_amount: cents, product_data: { name: 'Top-up' } },
      },
    ],
    allowed_payment_method_types: ['card'],
    adaptive_pricing: { enabled: false },
    client_reference_id: 'tx_1',
    customer_email: 'mara@example.com',
    metadata: { transaction_id: 'tx_1' },
    payment_intent_data: { metadata: { transaction_id: 'tx_1' }, description: 'Top-up tx_1' },
    success_url: 'https://pier.example/back?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://pier.example/cancelled',
    expires_at: now() + 3600,
  }
}

async function payNew(cents = 2500): Promise<string> {
  const { expires_at: _expiresAt, ...params } = paramsOf(cents) // The clock may have moved on.
  const { id } = await stripe.checkout.sessions.create(params)
  return sandbox.control.pay(id).session.payment_intent ?? ''
}

test('a session is created open, and read back paid with its charge', async () => {
  const created = await stripe.checkout.sessions.create(paramsOf())
  sandbox.control.pay(created.id)
  const paid = await stripe.checkout.sessions.retrieve(created.id, {
    expand: ['payment_intent.latest_charge'],
  })

  expect(created).toMatchObject({
    id: expect.stringMatching(/^cs_test_/),
    object: 'checkout.session',
    livemode: false,
    amount_total: 2500,
    currency: 'usd',
    client_reference_id: 'tx_1',
    metadata: { transaction_id: 'tx_1' },
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    url: `${sandbox.origin}/pay/${created.id}`,
  })
  expect(created.lastResponse.requestId).toMatch(/^req_/)
  expect(created.lastResponse.apiVersion).toBe('2026-10-28.endive')
  expect(created).not.toHaveProperty('hidden')
  expect(paid).toMatchObject({
    payment_status: 'paid',
    status: 'complete',
    url: null,
    payment_intent: {
      status: 'succeeded',
      metadata: { transaction_id: 'tx_1' },
      latest_charge: { amount: 2500, amount_refunded: 0, refunded: false, paid: true },
    },
  })
})

test('requests Stripe would refuse are refused with its codes', async () => {
  const refusals: [object, object][] = [
    [{ payment_method_types: ['card'] }, { code: 'parameter_unknown' }],
    [{ line_items: undefined }, { code: 'parameter_missing', param: 'line_items' }],
    [{ success_url: undefined }, { code: 'parameter_missing', param: 'success_url' }],
    [{ success_url: 'javascript:alert(1)' }, { code: 'url_invalid' }],
    [{ mode: undefined }, { code: 'parameter_missing', param: 'mode' }],
    [{ expires_at: now() + 1700 }, { param: 'expires_at' }],
    [{ expires_at: now() + 86_500 }, { param: 'expires_at' }],
    [{ expires_at: 'soon' }, { code: 'parameter_invalid_integer' }],
    [{ customer_email: 'nobody' }, { code: 'email_invalid' }],
    [paramsOf(49), { code: 'amount_too_small' }],
    [paramsOf(100_000_000), { code: 'amount_too_large' }],
  ]
  for (const [change, refusal] of refusals) {
    const creating = stripe.checkout.sessions.create({ ...paramsOf(), ...change })
    await expect(creating, JSON.stringify(change)).rejects.toMatchObject({
      ...refusal,
      type: 'StripeInvalidRequestError',
      statusCode: 400,
    })
  }
})

test('a wrong key and an unknown id are refused in the shape the client knows', async () => {
  const reading = stripe.checkout.sessions.retrieve('cs_test_none')
  await expect(reading).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' })
  await expect(stripe.charges.retrieve('ch_none')).rejects.toMatchObject({ statusCode: 404 })

  const stranger = clientWith('sk_test_other').balanceTransactions.list()
  await expect(stranger).rejects.toMatchObject({ type: 'StripeAuthenticationError' })
  const bare = await fetch(`${sandbox.origin}/v1/charges/ch_none`)
  expect(bare.status).toBe(401)
})

test('the same key replays the first answer; another body under it is refused', async () => {
  const params = paramsOf()
  const options = { idempotencyKey: 'topup:1' }

  const first = await stripe.checkout.sessions.create(params, options)
  sandbox.control.pay(first.id)
  const again = await stripe.checkout.sessions.create(params, options)
  const other = stripe.checkout.sessions.create({ ...params, client_reference_id: 'x' }, options)

  expect(again).toEqual(first)
  expect(again.lastResponse).toMatchObject({ headers: { 'idempotent-replayed': 'true' } })
  await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
})

test('a refused request leaves its key free, and two at once conflict', async () => {
  const options = { idempotencyKey: 'topup:2' }
  const small = stripe.checkout.sessions.create(paramsOf(10), options)
  await expect(small).rejects.toMatchObject({ code: 'amount_too_small' })
  sandbox.control.fail({ path: '/v1/checkout/sessions', times: 1, kind: 'hang' })

  const params = paramsOf()
  const hanging = stripe.checkout.sessions
    .create(params, { ...options, timeout: 500 })
    .catch((error: unknown) => error)
  await new Promise((resolve) => setTimeout(resolve, 100))
  const meanwhile = stripe.checkout.sessions.create(params, options)
  await expect(meanwhile).rejects.toMatchObject({ statusCode: 409 })
  expect(await hanging).toMatchObject({ type: 'StripeConnectionError' })

  const later = clientWith(secretKey, 2).checkout.sessions.create(params, options)
  await expect(later).resolves.toMatchObject({ status: 'open' })
})

test('an answer lost on the way is found again with the same key', async () => {
  const params = paramsOf()
  const options = { idempotencyKey: 'topup:3' }
  const path = '/v1/checkout/sessions'
  sandbox.control.fail({ path, times: 1, kind: 'drop_after' })
  sandbox.control.fail({ path, times: 1, kind: 'drop_before' })
  sandbox.control.fail({ path: '/v1/checkout/*', times: 1, kind: 'status500', method: 'POST' })

  const session = await clientWith(secretKey, 3).checkout.sessions.create(params, options)

  expect(session.lastResponse).toMatchObject({ headers: { 'idempotent-replayed': 'true' } })
})

test('a 500 that the key remembers stays a 500', async () => {
  const options = { idempotencyKey: 'topup:4' }
  const params = paramsOf()
  sandbox.control.fail({ path: '/v1/checkout/sessions', times: 1, kind: 'status500_stored' })

  for (const _attempt of [1, 2]) {
    const creating = clientWith(secretKey, 2).checkout.sessions.create(params, options)
    await expect(creating).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 500 })
  }
})

test('a session expires on request once, or by the clock', async () => {
  const first = await stripe.checkout.sessions.create(paramsOf())
  const second = await stripe.checkout.sessions.create(paramsOf())

  const expired = await stripe.checkout.sessions.expire(first.id)
  await expect(stripe.checkout.sessions.expire(first.id)).rejects.toMatchObject({
    message: expect.stringContaining('status in ["open"]'),
  })
  sandbox.control.advance(3601)

  expect(expired).toMatchObject({ status: 'expired', url: null })
  const overdue = await stripe.checkout.sessions.retrieve(second.id)
  expect(overdue.status).toBe('expired')
  expect(sandbox.control.events().map(({ type }) => type)).toEqual([
    'checkout.session.expired',
    'checkout.session.expired',
  ])
  expect(() => sandbox.control.pay(second.id)).toThrow('expired')
})

test('refunds add up on the charge and stop at its amount', async () => {
  const payment_intent = await payNew(2500)
  const options = { idempotencyKey: 'refund:1' }
  const params = { payment_intent, amount: 1000, metadata: { id: '7' } }

  const refund = await stripe.refunds.create(params, options)
  const replayed = await stripe.refunds.create(params, options)
  const tooMuch = stripe.refunds.create({ payment_intent, amount: 1501 })
  await expect(tooMuch).rejects.toMatchObject({ param: 'amount', statusCode: 400 })
  const rest = await stripe.refunds.create({ payment_intent, reason: 'requested_by_customer' })
  const over = stripe.refunds.create({ payment_intent })
  await expect(over).rejects.toMatchObject({ code: 'charge_already_refunded' })

  expect(refund).toMatchObject({ amount: 1000, status: 'succeeded', metadata: { id: '7' } })
  expect(replayed.id).toBe(refund.id)
  expect(rest.amount).toBe(1500)
  const { data } = await stripe.refunds.list({ payment_intent, limit: 1 })
  expect(data.map(({ id }) => id)).toEqual([rest.id])
  const read = await stripe.refunds.retrieve(rest.id, { expand: ['charge'] })
  expect(read.charge).toMatchObject({ amount_refunded: 2500, refunded: true })
})

test('a failed refund gives the money back to us', async () => {
  const payment_intent = await payNew(2500)
  const refund = sandbox.control.refund(payment_intent, 2500)

  sandbox.control.failRefund(refund.id)

  const read = await stripe.refunds.retrieve(refund.id, { expand: ['charge'] })
  expect(read).toMatchObject({ status: 'failed', charge: { amount_refunded: 0, refunded: false } })
  const moves = await stripe.balanceTransactions.list({ source: refund.id })
  expect(moves.data.map(({ type, amount }) => [type, amount])).toEqual([
    ['refund_failure', 2500],
    ['refund', -2500],
  ])
})

test('a dispute takes the money, and winning it brings it back', async () => {
  const payment_intent = await payNew(2500)
  const { id } = sandbox.control.dispute(payment_intent)
  await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
    code: 'charge_disputed',
  })
  sandbox.control.closeDispute(id, 'won')

  const { data } = await stripe.disputes.list({ payment_intent })
  expect(data).toMatchObject([{ id, status: 'won', amount: 2500, payment_intent }])
  expect(data[0]?.balance_transactions.map(({ amount }) => amount)).toEqual([-2500, 2500])
  const moves = await stripe.balanceTransactions.list({ type: 'adjustment' })
  expect(moves.data.map((move) => [move.reporting_category, move.net])).toEqual([
    ['dispute_reversal', 2500],
    ['dispute', -4000],
  ])
})

test('the whole balance is read page by page, the newest first', async () => {
  const startedAt = now()
  for (let count = 0; count < 25; count += 1) await payNew(1000 + count)
  sandbox.control.advance(86_400)
  await payNew(9000)

  const amounts: number[] = []
  const created = { gte: startedAt, lt: startedAt + 86_400 }
  for await (const move of stripe.balanceTransactions.list({
    created,
    type: 'charge',
    limit: 10,
  })) {
    amounts.push(move.amount)
    expect(move.net).toBe(move.amount - move.fee)
  }

  expect(amounts).toEqual(Array.from({ length: 25 }, (_, index) => 1024 - index))
  const newest = await stripe.balanceTransactions.list({ limit: 1 })
  expect(newest).toMatchObject({ has_more: true, data: [{ amount: 9000, fee: 291, net: 8709 }] })
})
