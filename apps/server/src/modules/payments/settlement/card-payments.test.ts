import { randomUUID } from 'node:crypto'
import { minuteMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenLedger } from '../../../../test/given/given-ledger.ts'
import { givenPayments, until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { checkBooks, post, trialBalance } from '../../ledger/ledger.service.ts'

const product = useTestApp({ withPayments: true })
const { given, database } = product
const paying = givenPayments(() => product.payments)
const { inTx } = givenLedger(() => database)
const byText = (a: unknown, b: unknown) => String(a).localeCompare(String(b))

const reviewOf = async (sessionId: string) => {
  const { rows } = await database.owner.pool.query<{ review: string | null }>(
    'select review from top_ups where provider_ref = $1',
    [sessionId],
  )
  return rows[0]?.review
}

test('a card payment ends up on the balance, with a line, a mail and a notification', async () => {
  const { browser, email } = await given.verifiedUser()
  const page = await paying.cardPage(browser, 50)
  const pending = await paying.transactions(browser)

  product.payments.card.pay(page)
  await until(async () => (await paying.balance(browser)) === 50)

  expect(pending).toMatchObject({ available: 0, pages: 1 })
  expect(pending.transactions).toMatchObject([{ type: 'Top-up', amount: 50, status: 'PENDING' }])
  const { transactions, available } = await paying.transactions(browser)
  expect(transactions).toMatchObject([
    { type: 'Top-up', amount: 50, method: 'Card', status: 'DONE', note: null, can_cancel: false },
  ])
  expect(transactions[0]?.reference).toMatch(/^TU-\d+$/)
  expect(available).toBe(50)
  await product.mailTo(email, '$50.00 added to your balance')
  const told = (await browser.get('/notifications')).json<{ notifications: { body: string }[] }>()
  expect(told.notifications[0]?.body).toBe('Your card payment of $50.00 has arrived.')
})

test('a declined card leaves the page open, and nothing on the balance', async () => {
  const { browser } = await given.verifiedUser()
  const page = await paying.cardPage(browser)

  const declined = product.payments.card.pay(page, { card: 'declined' })
  const paid = product.payments.card.pay(page)
  await until(async () => (await paying.balance(browser)) === 50)

  expect([declined.isPaid, paid.isPaid]).toEqual([false, true])
})

test('a payment page that expires leaves a failed transaction, and no money', async () => {
  const { browser } = await given.verifiedUser()
  const page = await paying.cardPage(browser)

  product.payments.card.expire(page)
  await until(async () => (await paying.transactions(browser)).transactions[0]?.status === 'FAILED')

  const { transactions } = await paying.transactions(browser)
  expect(transactions[0]?.note).toBe('The payment page expired. Nothing was charged')
  expect(await paying.balance(browser)).toBe(0)
})

test('what is no amount from $1 to $10,000 is refused in the words of the form', async () => {
  const { browser } = await given.user()
  const amounts = ['', 'fifty', '0.99', '-5', '1e3', '10000.01', '5.001', 0, -1, 10_001, '١٢']

  for (const amount of amounts) {
    const reply = await browser.post('/transactions/stripe-session', { amount })
    expect(reply.statusCode, String(amount)).toBe(422)
    expect(reply.json()).toMatchObject({ message: 'Invalid amount', field: 'amount' })
  }
})

test('who has not proved their address cannot pay yet', async () => {
  const { browser } = await given.user()

  const reply = await browser.post('/transactions/stripe-session', { amount: 50 })

  expect(reply.json()).toMatchObject({ code: 'email_unverified' })
})

test('the same request twice gives the same page', async () => {
  const { browser } = await given.verifiedUser()
  const key = { 'idempotency-key': randomUUID() }
  const ask = () => browser.post('/transactions/stripe-session', { amount: 20 }, key)

  const first = await ask()
  const second = await ask()
  const other = await browser.post('/transactions/stripe-session', { amount: 21 }, key)

  expect(first.json()).toEqual(second.json())
  expect(other.json()).toMatchObject({ code: 'request_key_used' })
  expect((await paying.transactions(browser)).transactions).toHaveLength(1)
})

test('five at once with one key make one line', async () => {
  const { browser } = await given.verifiedUser()
  const key = { 'idempotency-key': randomUUID() }

  const replies = await Promise.all(
    Array.from({ length: 5 }, () =>
      browser.post('/transactions/stripe-session', { amount: 20 }, key),
    ),
  )

  const codes = new Set(replies.map(({ statusCode }) => statusCode))
  expect([...codes].every((code) => code === 200 || code === 409)).toBe(true)
  expect((await paying.transactions(browser)).transactions).toHaveLength(1)
})

test('a provider that is away leaves a failed line and words that help', async () => {
  const { browser } = await given.verifiedUser()
  product.payments.card.fail({ path: '/v1/checkout/sessions', times: 3, kind: 'status500' })

  const reply = await browser.post('/transactions/stripe-session', { amount: 50 })

  expect(reply.statusCode).toBe(502)
  expect(reply.json()).toMatchObject({ message: 'Payment provider is unavailable, try again' })
  const { transactions } = await paying.transactions(browser)
  expect(transactions).toMatchObject([{ status: 'FAILED', note: 'Could not be started' }])
})

test('a sixth page within the hour has to wait', async () => {
  const { browser } = await given.verifiedUser()
  for (let page = 0; page < 5; page++) await paying.cardPage(browser, 5)

  const reply = await browser.post('/transactions/stripe-session', { amount: 5 })

  expect(reply.statusCode).toBe(429)
})

test('one household is one address, however many of IPv6 it has', async () => {
  for (let user = 0; user < 4; user++) {
    const { browser } = await given.verifiedUser()
    for (let page = 0; page < 5; page++) {
      browser.address = `2001:db8:77:1::${user}:${page}`
      await paying.cardPage(browser, 5)
    }
  }
  const { browser } = await given.verifiedUser()
  browser.address = '2001:db8:77:1:ffff::1'

  const reply = await browser.post('/transactions/stripe-session', { amount: 5 })

  expect(reply.statusCode).toBe(429)
})

test('a new user adds at most $500 a day by card', async () => {
  const { browser } = await given.verifiedUser()
  await paying.cardPage(browser, 400)

  const more = await browser.post('/transactions/stripe-session', { amount: 100.01 })
  const rest = await browser.post('/transactions/stripe-session', { amount: 100 })

  expect(more.json()).toMatchObject({ code: 'top_up_limit' })
  expect(rest.statusCode).toBe(200)
})

test.each([
  ['another amount', { amountTotal: 4999 }, /4999 cents were paid instead of 5000/],
  ['more', { amountTotal: 500_000 }, /500000 cents/],
  ['another currency', { currency: 'eur' }, /paid in eur/],
  ['the other mode', { livemode: true }, /another mode/],
])('%s is never credited, and somebody looks at it', async (_what, wrong, words) => {
  const { browser } = await given.verifiedUser()
  const page = await paying.cardPage(browser, 50)
  product.payments.card.setDelivery({ mode: 'off' })
  product.payments.card.pay(page, wrong)
  product.payments.card.setDelivery({ mode: 'on' })

  await database.moveClock(16 * minuteMs) // Our own polling.
  await browser.refresh()
  await until(async () => Boolean(await reviewOf(page)))

  expect(await reviewOf(page)).toMatch(words)
  expect(await paying.balance(browser)).toBe(0)
})

test('a webhook that never came is made up for within a quarter of an hour', async () => {
  const { browser } = await given.verifiedUser()
  const page = await paying.cardPage(browser, 50)
  product.payments.card.setDelivery({ mode: 'off' })
  product.payments.card.pay(page)
  product.payments.card.setDelivery({ mode: 'on' })
  expect(await paying.balance(browser)).toBe(0)

  await database.moveClock(15 * minuteMs)
  await browser.refresh()

  await until(async () => (await paying.balance(browser)) === 50)
})

test('a refund by the provider lowers the balance, in parts and once each', async () => {
  const { browser } = await given.verifiedUser()
  const intent = await paying.paidByCard(browser, 50)

  product.payments.card.refund(intent, 1000)
  product.payments.card.refund(intent, 1500)
  await until(async () => (await paying.balance(browser)) === 25)

  const { transactions } = await paying.transactions(browser)
  expect(
    transactions.map(({ type, amount, status }) => [type, amount, status]).toSorted(byText),
  ).toEqual([
    ['Refund', -10, 'DONE'],
    ['Refund', -15, 'DONE'],
    ['Top-up', 50, 'DONE'],
  ])
})

test('a refund that fails puts the money back', async () => {
  const { browser } = await given.verifiedUser()
  const intent = await paying.paidByCard(browser, 50)
  const { id } = product.payments.card.refund(intent, 2000)
  await until(async () => (await paying.balance(browser)) === 30)

  product.payments.card.failRefund(id)
  await until(async () => (await paying.balance(browser)) === 50)

  const { transactions } = await paying.transactions(browser)
  const refund = transactions.find(({ type }) => type === 'Refund')
  expect(refund).toMatchObject({ status: 'REVERSED', note: 'The refund failed' })
})

test('a chargeback after the money was spent pushes the balance below zero', async () => {
  const { browser, email } = await given.verifiedUser()
  const paid = await paying.paidByCard(browser, 50)
  const { id } = (await browser.get('/users/self')).json<{ id: string }>()
  await inTx((tx) =>
    post(tx, {
      reference: `test:${id}`,
      kind: 'emergency_renewal',
      userId: id,
      legs: { available: -3000, registry_payable: 3000 },
    }),
  )

  product.payments.card.dispute(paid)
  await until(async () => (await paying.balance(browser)) === -30)

  const blocked = (await browser.get('/transactions/withdrawal')).json<{ blocked: string }>()
  expect(blocked.blocked).toContain('disputed')
  await product.mailTo(email, 'One of your card payments is disputed')
})

test('a dispute that is won gives the money back, one that is lost does not', async () => {
  const { browser } = await given.verifiedUser()
  const [won, lost] = [await paying.paidByCard(browser, 50), await paying.paidByCard(browser, 30)]
  const first = product.payments.card.dispute(won)
  const second = product.payments.card.dispute(lost)
  await until(async () => (await paying.balance(browser)) === 0)

  product.payments.card.closeDispute(first.id, 'won')
  product.payments.card.closeDispute(second.id, 'lost')
  await until(async () => (await paying.balance(browser)) === 50)

  await until(async () => {
    const reply = await browser.get('/transactions/withdrawal')
    return reply.json<{ blocked: string | null }>().blocked === null
  })
  const { chargeback } = await trialBalance(product.db)
  expect(chargeback).toBe(0)
})

test('an inquiry moves no money', async () => {
  const { browser } = await given.verifiedUser()
  const intent = await paying.paidByCard(browser, 50)

  product.payments.card.dispute(intent, { inquiry: true })
  await product.payments.card.delivered()
  await paying.paidByCard(browser, 20) // Comes after it, through the same queue.

  expect(await paying.balance(browser)).toBe(70)
})

test('another user does not see the transaction or the balance', async () => {
  const { browser } = await given.verifiedUser()
  await paying.paidByCard(browser, 50)
  const stranger = await given.verifiedUser()

  const seen = await paying.transactions(stranger.browser)

  expect(seen).toMatchObject({ transactions: [], pages: 0, available: 0 })
})

test('after all of this the books are in order', async () => {
  expect(await checkBooks(product.db)).toEqual({ sumCents: 0, wrongUsers: [] })
})
