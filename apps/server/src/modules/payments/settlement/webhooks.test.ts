import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSigned } from '../../../providers/crypto/crypto-provider.ts'
import { givenPayments, until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const product = useTestApp({ withPayments: true })
const { given } = product
const paying = givenPayments(() => product.payments)

const sendCard = (payload: string, signature?: string) =>
  product.inject({
    method: 'POST',
    url: '/api/webhooks/stripe',
    payload,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature !== undefined && { 'stripe-signature': signature }),
    },
  })

/** A genuine event of a payment that was not delivered to us. */
async function someEvent() {
  const { browser } = await given.verifiedUser()
  const page = await paying.cardPage(browser)
  const { card } = product.payments
  card.setDelivery({ mode: 'off' })
  card.pay(page)
  card.setDelivery({ mode: 'on' })
  const event = card.events().findLast(({ type }) => type === 'checkout.session.completed')
  return { browser, payload: event?.payload ?? '' }
}

const now = () => Math.floor(Date.now() / 1000)

test('a true event is taken, and taken once however often it comes', async () => {
  const { browser, payload } = await someEvent()
  const signature = product.payments.card.sign(payload)

  const replies = await Promise.all(Array.from({ length: 50 }, () => sendCard(payload, signature)))

  expect(replies.every(({ statusCode }) => statusCode === 200)).toBe(true)
  await until(async () => (await paying.balance(browser)) === 50)
  const { rows } = await product.database.owner.pool.query<{ count: string }>(
    `select count(*) from payment_events where event_key = $1`,
    [JSON.parse(payload).id],
  )
  expect(rows).toEqual([{ count: '1' }])
})

test('what was not signed by the provider, just now, is refused', async () => {
  const { browser, payload } = await someEvent()
  const { sign } = product.payments.card
  const good = sign(payload)
  const signed = (change: object): [string, string] => {
    const body = JSON.stringify({ ...JSON.parse(payload), ...change })
    return [body, sign(body)]
  }
  const forged: Record<string, [string, string | undefined]> = {
    'no signature': [payload, undefined],
    nonsense: [payload, 'v1=abc'],
    'another secret': [payload, sign(payload, { secret: 'whsec_somebody_else' })],
    'one byte more': [`${payload} `, good],
    'another amount': [payload.replace('5000', '9000'), good],
    'written anew': [JSON.stringify(JSON.parse(payload), null, 1), good],
    'too old': [payload, sign(payload, { timestamp: now() - 301 })],
    'of the future': [payload, sign(payload, { timestamp: now() + 360 })],
    'no time': [payload, good.replace(/t=\d+,/, '')],
    'of live mode': signed({ livemode: true }),
    'of another account': signed({ account: 'acct_other' }),
  }

  for (const [what, [body, signature]] of Object.entries(forged)) {
    const reply = await sendCard(body, signature)
    expect(reply.statusCode, what).toBe(400)
  }
  expect(await paying.balance(browser)).toBe(0)
})

test('a second signature beside a wrong one is enough, while a secret is replaced', async () => {
  const { browser, payload } = await someEvent()
  const wrong = product.payments.card.sign(payload, { secret: 'whsec_to_come' })
  const right = /v1=\w+/.exec(product.payments.card.sign(payload))?.[0]

  const reply = await sendCard(payload, `${wrong},${right}`)

  expect(reply.statusCode).toBe(200)
  await until(async () => (await paying.balance(browser)) === 50)
})

test('other kinds of body are refused', async () => {
  const reply = await product.inject({
    method: 'POST',
    url: '/api/webhooks/stripe',
    payload: 'a=1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

  expect(reply.statusCode).toBe(415)
})

test('an event of nothing of ours is kept for an operator, and credits nothing', async () => {
  const { card } = product.payments
  const { payload } = await someEvent()
  const event = { ...JSON.parse(payload), id: 'evt_stranger', type: 'charge.refunded' }
  event.data = { object: { object: 'charge', id: 'ch_stranger' } }
  const body = JSON.stringify(event)

  await sendCard(body, card.sign(body))

  await until(async () => {
    const { rows } = await product.database.owner.pool.query<{ problem: string }>(
      `select problem from payment_events where event_key = 'evt_stranger'`,
    )
    return rows[0]?.problem === 'belongs to no top-up'
  })
})

const vector =
  '{"payment_id":5745459419,"parent_payment_id":null,"invoice_id":4522625843,"payment_status":"finished","pay_address":"addr","payin_extra_id":null,"price_amount":25,"price_currency":"usd","pay_amount":0.00000001,"actually_paid":0.00000001,"actually_paid_at_fiat":0,"pay_currency":"btc","order_id":"tx_01","order_description":"Balance top-up / ü","purchase_id":"5837122679","outcome_amount":24.5,"outcome_currency":"usdttrc20","payment_extra_ids":null,"fee":{"withdrawalFee":0,"currency":"usdttrc20","depositFee":0.5,"serviceFee":0}}'
const vectorSignature =
  'fda5ae2861d7119accc29d44ae256275e4d8acd1246c2990a394c522d9b71720c05989e779124a6d9d6be4ae95c941a7f80c961e683619e2d603787e4ba6bc28'

test('a crypto notice is checked with its keys sorted all the way down', () => {
  const secret = 'ipn-secret-example'
  const shallow = JSON.stringify(
    JSON.parse(vector),
    Object.keys(JSON.parse(vector) as object).toSorted(),
  )
  const signShallow = createHmac('sha512', secret).update(shallow).digest('hex')

  expect(isSigned(vector, vectorSignature, secret)).toBe(true)
  expect(isSigned(vector, vectorSignature, ` ${secret}\n`)).toBe(true)
  expect(isSigned(vector, vectorSignature, 'another')).toBe(false)
  expect(isSigned(vector.replace('25,', '26,'), vectorSignature, secret)).toBe(false)
  expect(isSigned(vector, signShallow, secret)).toBe(false)
  expect(isSigned('[]', vectorSignature, secret)).toBe(false)
  expect(isSigned('{', vectorSignature, secret)).toBe(false)
  expect(isSigned(vector, vectorSignature.slice(2), secret)).toBe(false)
  expect(isSigned(vector, undefined, secret)).toBe(false)
})

test.each([true, false])('a list in it may be signed as an object: %j', (arraysAsObjects) => {
  const body = JSON.stringify({ z: 1, payment_extra_ids: [3, 1, { b: 1, a: 2 }], a: null })
  const header = product.payments.crypto.sign(body, { secret: 'some secret', arraysAsObjects })

  expect(isSigned(body, header, 'some secret')).toBe(true)
})

test('a forged crypto notice is refused', async () => {
  const reply = await product.inject({
    method: 'POST',
    url: '/api/webhooks/nowpayments',
    payload: vector,
    headers: { 'content-type': 'application/json', 'x-nowpayments-sig': vectorSignature },
  })

  expect(reply.statusCode).toBe(400)
})

test('a notice that is made to cost us much is refused before it does', async () => {
  const send = (payload: string) =>
    product.inject({
      method: 'POST',
      url: '/api/webhooks/nowpayments',
      payload,
      headers: { 'content-type': 'application/json', 'x-nowpayments-sig': 'a'.repeat(128) },
    })
  const deep = `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`
  const large = JSON.stringify({ a: 'x'.repeat(20_000) })

  expect((await send(deep)).statusCode).toBe(400)
  expect((await send(large)).statusCode).toBe(413)
})
