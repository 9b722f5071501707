import { hourMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/database.ts'
import { givenPayments, until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { TestBrowser } from '../../../../test/test-browser.ts'
import { checkBooks } from '../../ledger/ledger.service.ts'
import { openWithdrawal } from './withdrawal-payments.service.ts'

const product = useTestApp({ withPayments: true })
const { given, database } = product
const paying = givenPayments(() => product.payments)

const withdraw = async (browser: TestBrowser, amount: number, more: object = {}) =>
  (await browser.post('/transactions/withdrawals', { amount, ...more })).json<{ id: string }>().id

const lineOf = async (browser: TestBrowser) =>
  (await paying.transactions(browser)).transactions.find(({ type }) => type === 'Withdrawal')

async function query<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
  return (await database.owner.pool.query<R>(text, values)).rows
}

async function stateOf(id: string) {
  const [row] = await query<{ state: string }>(
    'select state from withdrawals where transaction_id = $1',
    [id],
  )
  return row?.state
}

async function passHours(hours: number, browser: TestBrowser) {
  await database.moveClock(hours * hourMs)
  product.payments.card.advance(hours * 3600)
  await browser.refresh()
}

const spend = (email: string, cents: number) =>
  query(
    `select post_entry('fee:' || gen_random_uuid(), 'capture', id, null,
       '{available,registry_payable}'::ledger_account[], array[-$2::bigint, $2::bigint])
     from users where email = $1`,
    [email, cents],
  )

test('a chargeback during the day of waiting stops the withdrawal', async () => {
  const { browser, email } = await given.verifiedUser()
  const stolen = await paying.paidByCard(browser, 50)
  await paying.paidByCard(browser, 50)
  await spend(email, 5000)
  const id = await withdraw(browser, 50)
  product.payments.card.dispute(stolen)
  await until(async () => (await paying.balance(browser)) === -50)

  await passHours(24, browser)
  await until(async () => (await stateOf(id)) === 'returned')

  expect(await lineOf(browser)).toMatchObject({
    status: 'REVERSED',
    note: 'Not paid: a payment was reversed',
  })
  expect(await paying.balance(browser)).toBe(0)
})

/** A refund that we made, whose answer was lost, and whose idempotency key has expired. */
async function refundWithLostAnswer(id: string, cents: number) {
  await query(
    `insert into card_refunds (withdrawal_id, top_up_id, amount_cents, status)
     select $1, transaction_id, $2, 'asked' from top_ups
     where user_id = (select user_id from withdrawals where transaction_id = $1)`,
    [id, cents],
  )
  await query(`update withdrawals set state = 'paying' where transaction_id = $1`, [id])
  const [part] = await query<{ id: string; page: string }>(
    `select card_refunds.id, provider_ref as page from card_refunds
     join top_ups on top_up_id = transaction_id where withdrawal_id = $1`,
    [id],
  )
  const paid = product.payments.card
    .events()
    .map(({ payload }) => (JSON.parse(payload) as { data: { object: Paid } }).data.object)
    .find((object) => object.id === part?.page)
  const metadata = { card_refund_id: part?.id ?? '' }
  return product.payments.card.refund(paid?.payment_intent ?? '', cents, { metadata })
}
type Paid = { id: string; payment_intent: string }

test('a refund whose answer was lost is not made twice, however late', async () => {
  const { browser } = await given.verifiedUser()
  await paying.paidByCard(browser, 100)
  const id = await withdraw(browser, 40)
  product.payments.card.setDelivery({ mode: 'off' })
  await refundWithLostAnswer(id, 4000)

  await passHours(24, browser)
  await until(async () => (await lineOf(browser))?.status === 'DONE')
  product.payments.card.setDelivery({ mode: 'on' })

  const paid = await query(
    `select sum(amount_cents) as cents from ledger_entries join ledger_postings on entry_id = id
     where account = 'card_clearing' and kind = 'withdrawal_paid'
       and user_id = (select user_id from withdrawals where transaction_id = $1)`,
    [id],
  )
  expect(paid).toEqual([{ cents: '4000' }])
})

test('a refund that bounced is on the balance, and nobody pays it a second time', async () => {
  const { browser } = await given.verifiedUser()
  await paying.paidByCard(browser, 50)
  const id = await withdraw(browser, 50)
  const refund = await refundWithLostAnswer(id, 5000)
  await until(async () => {
    const found = await query('select 1 from card_refunds where refund_ref = $1', [refund.id])
    return found.length === 1
  })
  product.payments.card.failRefund(refund.id)
  await until(async () => (await paying.balance(browser)) === 50)

  await passHours(24, browser)
  await until(async () => (await stateOf(id)) === 'returned')

  expect(await lineOf(browser)).toMatchObject({ status: 'REVERSED', amount: -50 })
  expect(await paying.balance(browser)).toBe(50)
})

test('what the card does not take, and has no address to go to, is on the balance again', async () => {
  const { browser } = await given.verifiedUser()
  const intent = await paying.paidByCard(browser, 50)
  await paying.paidByCard(browser, 30)
  const id = await withdraw(browser, 60)
  product.payments.card.setDelivery({ mode: 'off' })
  product.payments.card.refund(intent) // By the provider, without an event to us.
  product.payments.card.setDelivery({ mode: 'on' })

  await passHours(24, browser)
  await until(async () => (await stateOf(id)) === 'paid')

  expect(await lineOf(browser)).toMatchObject({ status: 'DONE', amount: -10 })
  expect(await checkBooks(product.db)).toEqual({ sumCents: 0, wrongUsers: [] })
})

test('what was not taken from the balance is not paid, whatever its row says', async () => {
  const { browser } = await given.verifiedUser()
  await paying.paidByCard(browser, 50)
  const opened = (id: string) =>
    inTransaction(Object.assign(database.owner, { sendJobs: product.db.sendJobs }), (tx) =>
      openWithdrawal(tx, id),
    )
  const back = `update withdrawals set state = 'waiting', pays_at = app_now() - interval '1 day'
    where transaction_id = $1`

  const returned = await withdraw(browser, 50)
  await browser.delete(`/transactions/withdrawals/${returned}`)
  await query(back, [returned])
  await expect(opened(returned)).rejects.toThrow('not taken')
  await query(`update withdrawals set state = 'returned' where transaction_id = $1`, [returned])

  // Its own entry exists, but another one, of no withdrawal, has put the money back already.
  const undone = await withdraw(browser, 50)
  await query(
    `select post_own_entry('test:' || gen_random_uuid(), 'withdrawal_returned', user_id, null,
       '{available,refund_payable}', '{5000,-5000}') from withdrawals where transaction_id = $1`,
    [undone],
  )
  await query(back, [undone])
  await expect(opened(undone)).rejects.toThrow('not taken')
  expect(await query('select from card_refunds where withdrawal_id = $1', [undone])).toEqual([])
  await query(`update withdrawals set state = 'returned' where transaction_id = $1`, [undone])
})

test('a dispute that is won does not forget an earlier refund', async () => {
  const { browser } = await given.verifiedUser()
  const intent = await paying.paidByCard(browser, 50)
  product.payments.card.refund(intent, 3000)
  await until(async () => (await paying.balance(browser)) === 20)
  const { id } = product.payments.card.dispute(intent)
  await until(async () => (await paying.balance(browser)) === -30)

  product.payments.card.closeDispute(id, 'won')
  await until(async () => (await paying.balance(browser)) === 20)

  const options = (await browser.get('/transactions/withdrawal')).json<{ to_card: number }>()
  expect(options.to_card).toBe(20)
})

test('what fell out of the queue is taken up again', async () => {
  const { browser } = await given.verifiedUser()
  const page = await paying.cardPage(browser, 50)
  product.payments.card.setDelivery({ mode: 'off' })
  product.payments.card.pay(page)
  product.payments.card.setDelivery({ mode: 'on' })
  await query(`delete from timers where job = 'payments.check-top-up'`)
  await passHours(2, browser)

  await query(`insert into timers (job, subject_id, fire_at)
    values ('payments.take-up', gen_random_uuid(), app_now())`)

  await until(async () => (await paying.balance(browser)) === 50)
})
