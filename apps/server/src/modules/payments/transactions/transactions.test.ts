import { expect, test } from 'vitest'
import { givenPayments } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const product = useTestApp({ withPayments: true })
const { given } = product
const paying = givenPayments(() => product.payments)

type Reply = { transactions: { id: string; created_at: string }[]; pages: number }

test('both kinds of session take an amount and answer uri', async () => {
  const { browser } = await given.verifiedUser()

  for (const path of ['/transactions/stripe-session', '/transactions/nowpayments-session']) {
    for (const amount of [25, '25.50']) {
      const reply = await browser.post(path, { amount })
      expect(reply.statusCode, path).toBe(200)
      expect(reply.json()).toEqual({ uri: expect.stringMatching(/^http/) as string })
    }
  }
})

test('a list answers five lines a page, newest first, and how many pages there are', async () => {
  const { browser } = await given.verifiedUser()
  for (let page = 0; page < 5; page++) await paying.cardPage(browser, 10 + page)
  await product.database.moveClock(3_600_000)
  product.payments.card.advance(3600)
  await browser.refresh()
  await paying.cardPage(browser, 99)

  const first = (await browser.get('/transactions')).json<Reply>()
  const second = (await browser.get('/transactions?page=2')).json<Reply>()
  const pair = (await browser.get('/transactions?limit=2&page=3')).json<Reply>()
  const beyond = (await browser.get('/transactions?page=9')).json<Reply>()

  expect([first.transactions.length, first.pages]).toEqual([5, 2])
  expect([second.transactions.length, second.pages]).toEqual([1, 2])
  expect([pair.transactions.length, pair.pages]).toEqual([2, 3])
  expect([beyond.transactions.length, beyond.pages]).toEqual([0, 2])
  expect(first.transactions[0]).toMatchObject({ amount: 99 })
  const times = [...first.transactions, ...second.transactions].map((row) => row.created_at)
  expect(times).toEqual(times.toSorted().toReversed())
})

test('a line has type, amount, method, status and created_at', async () => {
  const { browser } = await given.verifiedUser()
  await paying.cardPage(browser, 12.34)

  const { transactions } = (await browser.get('/transactions')).json<Reply>()

  expect(transactions).toMatchObject([
    {
      type: 'Top-up',
      amount: 12.34,
      method: 'Card',
      status: 'PENDING',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
    },
  ])
})

test.each(['limit=0', 'limit=101', 'limit=x', 'page=0', 'page=-1', 'page=1.5', 'page=1e9'])(
  'a list asked for with %s is refused',
  async (query) => {
    const { browser } = await given.user()

    expect((await browser.get(`/transactions?${query}`)).statusCode).toBe(400)
  },
)

test('the balance of oneself is what can be spent, a number in dollars', async () => {
  const { browser } = await given.verifiedUser()
  await paying.paidByCard(browser, 12.34)

  expect((await browser.get('/users/self')).json()).toMatchObject({ balance: 12.34 })
})
