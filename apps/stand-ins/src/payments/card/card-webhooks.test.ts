import { Stripe } from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CardSandbox, startCardSandbox } from './card-sandbox.ts'
import { startReceiver } from '../webhooks/receiver.ts'

const secrets = ['whsec_new', 'whsec_old']
let receiver: Awaited<ReturnType<typeof startReceiver>>
let sandbox: CardSandbox
let stripe: Stripe

beforeEach(async () => {
  receiver = await startReceiver()
  sandbox = await startCardSandbox({
    port: 0,
    secretKey: 'sk_test_sandbox',
    webhookSecrets: secrets,
    webhookUrl: () => receiver.url,
    retryDelaysMs: [20, 20],
  })
  const place = { host: '127.0.0.1', port: sandbox.port, protocol: 'http' } as const
  stripe = new Stripe('sk_test_sandbox', { ...place, maxNetworkRetries: 0, telemetry: false })
})
afterEach(async () => {
  await sandbox.close()
  await receiver.close()
})

async function createSession(name = 'Top-up'): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      { quantity: 1, price_data: { currency: 'usd', unit_amount: 2500, product_data: { name } } },
    ],
    success_url: 'https://pier.example/back?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://pier.example/cancelled',
  })
}

async function eventsArrived(): Promise<Stripe.Event[]> {
  await sandbox.control.delivered()
  return receiver.requests.map(({ body, headers }) => {
    const signature = headers['stripe-signature'] ?? ''
    for (const secret of secrets) stripe.webhooks.constructEvent(body, signature, secret)
    return stripe.webhooks.constructEvent(body, signature, secrets[0] ?? '')
  })
}

async function typesArrived(): Promise<string[]> {
  return (await eventsArrived()).map(({ type }) => type).toSorted()
}

const postPage = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

test('a payment arrives as an event that the official client accepts', async () => {
  const { id } = await createSession()
  sandbox.control.pay(id)

  const [event] = await eventsArrived()

  expect(event).toMatchObject({
    id: expect.stringMatching(/^evt_/),
    object: 'event',
    api_version: '2026-10-28.endive',
    livemode: false,
    type: 'checkout.session.completed',
    data: { object: { id, payment_status: 'paid', payment_intent: expect.any(String) } },
  })
  expect(receiver.requests[0]?.headers['content-type']).toBe('application/json')
  const [kept] = sandbox.control.events()
  expect(kept?.payload).toBe(receiver.requests[0]?.body)
  expect(kept?.outcome).toEqual({ attempts: 1, delivered: true })
})

test('an event is sent again until it is taken, and given up in the end', async () => {
  const { id } = await createSession()
  receiver.answerNext(500, 302)
  sandbox.control.pay(id)
  await sandbox.control.delivered()
  expect(sandbox.control.events()[0]?.outcome).toEqual({ attempts: 3, delivered: true })

  receiver.answerNext(500, 500, 500)
  sandbox.control.expire((await createSession()).id)
  await sandbox.control.delivered()
  expect(sandbox.control.events()[1]?.outcome).toEqual({ attempts: 3, delivered: false })
})

test('a receiver that is not there is tried again too', async () => {
  const { id } = await createSession()
  const paymentIntent = sandbox.control.pay(id).session.payment_intent ?? ''
  for (const broken of ['http://127.0.0.1:1/nobody', 'not a url']) {
    receiver.url = broken
    sandbox.control.dispute(paymentIntent, { inquiry: true })
    await sandbox.control.delivered()
    expect(sandbox.control.events().at(-1)?.outcome).toEqual({ attempts: 3, delivered: false })
  }
})

test('lost webhooks are recorded, and can be sent later and twice', async () => {
  sandbox.control.setDelivery({ mode: 'off' })
  sandbox.control.pay((await createSession()).id)
  const [event] = sandbox.control.events()
  expect(await eventsArrived()).toEqual([])

  sandbox.control.resend(event?.id ?? '')
  sandbox.control.resend(event?.id ?? '')

  expect((await eventsArrived()).map(({ id }) => id)).toEqual([event?.id, event?.id])
})

test('refunds and disputes tell each of their steps', async () => {
  const paid = sandbox.control.pay((await createSession()).id).session.payment_intent ?? ''
  const refund = sandbox.control.refund(paid, 500)
  sandbox.control.failRefund(refund.id)
  sandbox.control.closeDispute(sandbox.control.dispute(paid).id, 'won')
  const inquiry = sandbox.control.dispute(paid, { inquiry: true })
  expect(inquiry).toMatchObject({ status: 'warning_needs_response', balance_transactions: [] })
  expect(sandbox.control.closeDispute(inquiry.id, 'won').status).toBe('warning_closed')

  expect(await typesArrived()).toEqual([
    'charge.dispute.closed',
    'charge.dispute.closed',
    'charge.dispute.created',
    'charge.dispute.created',
    'charge.dispute.funds_reinstated',
    'charge.dispute.funds_withdrawn',
    'charge.refunded',
    'checkout.session.completed',
    'refund.failed',
  ])
})

test('a delayed payment completes unpaid and settles later', async () => {
  const { id } = await createSession()
  const { session } = sandbox.control.pay(id, { card: 'delayed' })
  sandbox.control.settle(id, 'succeeded')

  expect(session).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
  expect(await typesArrived()).toEqual([
    'checkout.session.async_payment_succeeded',
    'checkout.session.completed',
  ])
  expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid')
})

test('a payment can lie about amount, currency and mode', async () => {
  const { id } = await createSession()
  sandbox.control.pay(id, { amountTotal: 1, currency: 'eur', livemode: true })

  const [event] = await eventsArrived()

  expect(event).toMatchObject({
    livemode: true,
    data: { object: { amount_total: 1, currency: 'eur', livemode: true } },
  })
})

test('a signature can be made for any text, time and secret', () => {
  const old = Math.floor(Date.now() / 1000) - 301
  const forged = sandbox.control.sign('{}', { secret: 'whsec_other' })
  const check = (header: string) => stripe.webhooks.constructEvent('{}', header, 'whsec_new')

  expect(check(sandbox.control.sign('{}'))).toEqual({})
  expect(() => check(forged)).toThrow()
  expect(() => check(sandbox.control.sign('{}', { timestamp: old }))).toThrow('tolerance')
})

test('a person pays on the page: declined first, then sent back to the shop', async () => {
  const { id, url } = await createSession('<b>Top-up</b>')
  const page = await fetch(url ?? '')
  const html = await page.text()
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(html).toContain('Sandbox: no real money')
  expect(html).toContain('USD 25.00')
  expect(html).toContain('&lt;b&gt;Top-up')
  expect(html).toContain('value="4242 4242 4242 4242"')

  const declined = await postPage(url ?? '', { card: '4000 0000 0000 0002' })
  expect(await declined.text()).toContain('Your card was declined.')
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('open')
  const cancelled = await postPage(url ?? '', { card: '', cancel: 'yes' })
  expect(cancelled.headers.get('location')).toBe('https://pier.example/cancelled')

  const paid = await postPage(url ?? '', { card: '4242 4242 4242 4242' })
  expect(paid.status).toBe(303)
  expect(paid.headers.get('location')).toBe(`https://pier.example/back?session_id=${id}`)
  const twice = await postPage(url ?? '', { card: '4242 4242 4242 4242' })
  expect(await twice.text()).toContain('Already paid')
  expect(await typesArrived()).toEqual(['checkout.session.completed'])
})

test('the page of an expired or unknown session says what to do', async () => {
  const { id, url } = await createSession()
  sandbox.control.expire(id)

  expect(await (await fetch(url ?? '')).text()).toContain('has expired')
  expect((await fetch(`${sandbox.origin}/pay/cs_test_none`)).status).toBe(404)
})

test('every control is a route too', async () => {
  const { id } = await createSession()
  const post = async (path: string, input: object) => {
    const body = JSON.stringify(input)
    const reply = await fetch(`${sandbox.origin}/sandbox/${path}`, { method: 'POST', body })
    return { status: reply.status, json: (await reply.json()) as Record<string, string> }
  }

  const paid = await post('pay', { sessionId: id })
  expect(paid.json).toMatchObject({ isPaid: true, session: { status: 'complete' } })
  expect((await post('pay', { sessionId: id })).status).toBe(400)
  expect((await post('delivery', { mode: 'sideways' })).status).toBe(400)
  expect((await post('nothing', {})).status).toBe(404)
  expect((await post('advance', { seconds: 60 })).status).toBe(200)
  const events = await (await fetch(`${sandbox.origin}/sandbox/events`)).json()
  expect(events).toMatchObject([{ type: 'checkout.session.completed' }])
})

test('a live key is never taken', async () => {
  const starting = startCardSandbox({
    port: 0,
    secretKey: 'sk_live_x',
    webhookSecrets: [],
    webhookUrl: receiver.url,
  })
  await expect(starting).rejects.toThrow('live key')
})
