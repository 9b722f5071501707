import { minuteMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenPayments, until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { TestBrowser } from '../../../../test/test-browser.ts'
import { checkBooks } from '../../ledger/ledger.service.ts'

const product = useTestApp({ withPayments: true })
const { given, database } = product
const paying = givenPayments(() => product.payments)

async function someDeposit(amount = 80) {
  const { browser } = await given.verifiedUser()
  const invoiceId = await paying.cryptoPage(browser, amount)
  const deposit = product.payments.crypto.createPayment(invoiceId, { coin: 'btc' })
  return { browser, invoiceId, id: deposit.payment_id, asked: deposit.pay_amount }
}

const lineOf = async (browser: TestBrowser) =>
  (await paying.transactions(browser)).transactions.find(({ type }) => type === 'Top-up')

async function reviewOf(invoiceId: string) {
  const { rows } = await database.owner.pool.query<{ review: string | null }>(
    'select review from top_ups where provider_ref = $1',
    [invoiceId],
  )
  return rows[0]?.review ?? null
}

test('coins that arrive end up on the balance', async () => {
  const { browser, id } = await someDeposit(80)

  product.payments.crypto.send(id, 'exact')
  await until(async () => (await paying.balance(browser)) === 80)

  expect(await lineOf(browser)).toMatchObject({
    amount: 80,
    method: 'Cryptocurrency',
    status: 'DONE',
    note: null,
  })
})

test('until they are final nothing is credited', async () => {
  const { browser, id, asked } = await someDeposit(80)
  for (const payment_status of ['confirming', 'confirmed', 'sending'] as const) {
    product.payments.crypto.setPayment(id, { payment_status, actually_paid: asked })
  }
  await product.payments.crypto.delivered()

  expect(await lineOf(browser)).toMatchObject({ status: 'PENDING' })
  expect(await paying.balance(browser)).toBe(0)
})

test('fewer coins credit what arrived, and more of them only the rest', async () => {
  const { browser, id, asked } = await someDeposit(80)
  const set = product.payments.crypto.setPayment

  set(id, { payment_status: 'partially_paid', actually_paid: asked * 0.25 })
  await until(async () => (await paying.balance(browser)) === 20)
  expect(await lineOf(browser)).toMatchObject({
    amount: 20,
    note: '$80.00 requested, $20.00 received',
  })

  set(id, { payment_status: 'partially_paid', actually_paid: asked * 0.5 })
  await until(async () => (await paying.balance(browser)) === 40)
  set(id, { payment_status: 'finished', actually_paid: asked })
  await until(async () => (await paying.balance(browser)) === 80)

  expect(await lineOf(browser)).toMatchObject({ amount: 80, status: 'DONE', note: null })
})

test('a rounding of half a percent counts as all of it', async () => {
  const { browser, id, asked } = await someDeposit(80)

  const change = { payment_status: 'finished', actually_paid: asked * 0.996 } as const
  product.payments.crypto.setPayment(id, change)

  await until(async () => (await paying.balance(browser)) === 80)
})

test('much more than the price credits the price, and somebody looks at the rest', async () => {
  const { browser, id, asked, invoiceId } = await someDeposit(80)

  const change = { payment_status: 'finished', actually_paid: asked * 1.5 } as const
  product.payments.crypto.setPayment(id, change)
  await until(async () => (await paying.balance(browser)) === 80)

  expect(await reviewOf(invoiceId)).toBe('more than the price arrived')
})

test('a repeated deposit is left to a person', async () => {
  const { browser, id, invoiceId } = await someDeposit(80)
  product.payments.crypto.send(id, 'exact')
  await until(async () => (await paying.balance(browser)) === 80)

  product.payments.crypto.send(id, 'again')
  await until(async () => (await reviewOf(invoiceId)) !== null)

  expect(await reviewOf(invoiceId)).toContain('a repeated deposit')
  expect(await paying.balance(browser)).toBe(80)
})

test.each([
  ['another price', { price_amount: 8000 }],
  ['another currency', { price_currency: 'eur' }],
  ['another page', { invoice_id: 1 }],
  ['nothing at all', { actually_paid: 0 }],
])('%s is never credited', async (_what, wrong) => {
  const { browser, id, asked, invoiceId } = await someDeposit(80)

  const change = { payment_status: 'finished', actually_paid: asked, ...wrong } as const
  product.payments.crypto.setPayment(id, change)
  await until(async () => (await reviewOf(invoiceId)) !== null)

  expect(await paying.balance(browser)).toBe(0)
})

test('a page nobody pays on runs out', async () => {
  const { browser, id } = await someDeposit(80)

  product.payments.crypto.setPayment(id, { payment_status: 'expired' })
  await until(async () => (await lineOf(browser))?.status === 'FAILED')

  expect(await lineOf(browser)).toMatchObject({ note: 'Nothing arrived in time' })
})

test('coins that come after all still count', async () => {
  const { browser, id } = await someDeposit(80)
  product.payments.crypto.setPayment(id, { payment_status: 'expired' })
  await until(async () => (await lineOf(browser))?.status === 'FAILED')

  product.payments.crypto.setPayment(id, { payment_status: 'finished', actually_paid: 1 })
  await until(async () => (await lineOf(browser))?.status === 'DONE')

  expect(await paying.balance(browser)).toBe(80)
})

test('what is sent back leaves the balance, and older news does not bring it back', async () => {
  const { browser, id, asked } = await someDeposit(80)
  product.payments.crypto.send(id, 'exact')
  await until(async () => (await paying.balance(browser)) === 80)

  product.payments.crypto.setPayment(id, { payment_status: 'refunded' })
  await until(async () => (await paying.balance(browser)) === 0)
  product.payments.crypto.setPayment(id, { payment_status: 'finished', actually_paid: asked })
  await product.payments.crypto.delivered()

  expect(await paying.balance(browser)).toBe(0)
  expect(await lineOf(browser)).toMatchObject({ status: 'REVERSED' })
})

test('a notice that never came is made up for by asking', async () => {
  const { browser, id, asked } = await someDeposit(80)
  product.payments.crypto.setPayment(id, { payment_status: 'confirming' })
  await until(async () => {
    const { rows } = await database.owner.pool.query(
      `select 1 from crypto_deposits where payment_id = $1 and status = 'confirming'`,
      [String(id)],
    )
    return rows.length === 1
  })
  product.payments.crypto.setDelivery({ mode: 'off' })
  product.payments.crypto.setPayment(id, { payment_status: 'finished', actually_paid: asked })
  product.payments.crypto.setDelivery({ mode: 'on' })

  await database.moveClock(6 * minuteMs)

  await until(async () => (await paying.balance(browser)) === 80)
})

test('after a week without coins the line is given up', async () => {
  const { browser } = await given.verifiedUser()
  await paying.cryptoPage(browser, 30)
  const id = (await lineOf(browser))?.id
  const isTrue = async (condition: string) => {
    const { rows } = await database.owner.pool.query(`select 1 where ${condition}`, [id])
    return rows.length === 1
  }

  await database.moveClock(16 * minuteMs)
  await until(() =>
    isTrue(
      `exists(select from timers where subject_id = $1 and fire_at > app_now() + '6 days'::interval)`,
    ),
  )
  await database.moveClock(7 * 24 * 60 * minuteMs)

  await until(() =>
    isTrue(`exists(select from transactions where id = $1 and note = 'Nothing arrived in 7 days')`),
  )
})

test('after all of this the books are in order', async () => {
  expect(await checkBooks(product.db)).toEqual({ sumCents: 0, wrongUsers: [] })
})
