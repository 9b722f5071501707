import { hourMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenPayments, until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { TestBrowser } from '../../../../test/test-browser.ts'
import { checkBooks, trialBalance } from '../../ledger/ledger.service.ts'

const product = useTestApp({ withPayments: true })
const { given, database } = product
const paying = givenPayments(() => product.payments)

const withdraw = (browser: TestBrowser, amount: number | string, more: object = {}) =>
  browser.post('/transactions/withdrawals', { amount, ...more })

const lineOf = async (browser: TestBrowser) =>
  (await paying.transactions(browser)).transactions.find(({ type }) => type === 'Withdrawal')

async function stateOf(id: string | undefined) {
  const { rows } = await database.owner.pool.query<{ state: string }>(
    'select state from withdrawals where transaction_id = $1',
    [id],
  )
  return rows[0]?.state
}

/** Both tokens run out while a day passes; the session does not. */
async function passHours(hours: number, browser: TestBrowser) {
  await database.moveClock(hours * hourMs)
  product.payments.card.advance(hours * 3600)
  await browser.refresh()
}

test('card money goes back to the cards it came from, the oldest first, after a day', async () => {
  const { browser, email } = await given.verifiedUser()
  await paying.paidByCard(browser, 30)
  await paying.paidByCard(browser, 40)

  const reply = await withdraw(browser, '45.00')
  expect(reply.statusCode).toBe(201)
  expect(await paying.balance(browser)).toBe(25)
  expect(await lineOf(browser)).toMatchObject({
    amount: -45,
    status: 'PENDING',
    method: 'Card',
    can_cancel: true,
  })
  await product.mailTo(email, 'Withdrawal of $45.00 requested')

  await passHours(24, browser)
  await until(async () => (await lineOf(browser))?.status === 'DONE')

  expect(await lineOf(browser)).toMatchObject({ note: 'Back on your card within 10 days' })
  const { rows } = await database.owner.pool.query<{ amount_cents: string; status: string }>(
    `select amount_cents, status from card_refunds where withdrawal_id = $1 order by amount_cents`,
    [reply.json<{ id: string }>().id],
  )
  expect(rows).toEqual([
    { amount_cents: '1500', status: 'paid' },
    { amount_cents: '3000', status: 'paid' },
  ])
  expect(await paying.balance(browser)).toBe(25)
})

test('it can be taken back until it is paid, and only by its owner', async () => {
  const { browser } = await given.verifiedUser()
  await paying.paidByCard(browser, 30)
  const { id } = (await withdraw(browser, 30)).json<{ id: string }>()
  const stranger = await given.verifiedUser()

  const stolen = await stranger.browser.delete(`/transactions/withdrawals/${id}`)
  const taken = await browser.delete(`/transactions/withdrawals/${id}`)
  const again = await browser.delete(`/transactions/withdrawals/${id}`)

  expect(stolen.statusCode).toBe(404)
  expect([taken.statusCode, again.statusCode]).toEqual([204, 204])
  expect(await paying.balance(browser)).toBe(30)
  await passHours(25, browser)
  expect(await lineOf(browser)).toMatchObject({ status: 'REVERSED', note: 'You cancelled it' })
  expect(await paying.balance(browser)).toBe(30)
})

test('a second one has to wait for the first', async () => {
  const { browser } = await given.verifiedUser()
  await paying.paidByCard(browser, 60)

  const replies = await Promise.all([withdraw(browser, 20), withdraw(browser, 20)])

  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(await paying.balance(browser)).toBe(40)
})

test('less than $10, more than there is, or nonsense is refused', async () => {
  const { browser } = await given.verifiedUser()
  await paying.paidByCard(browser, 50)

  for (const amount of ['9.99', 0, -20, 'all', '10.001']) {
    expect((await withdraw(browser, amount)).json()).toMatchObject({ message: 'Invalid amount' })
  }
  expect((await withdraw(browser, 50.01)).json()).toMatchObject({ code: 'balance_insufficient' })
})

test('money that came by crypto needs an address, and waits for an operator', async () => {
  const { browser } = await given.verifiedUser()
  const invoiceId = await paying.cryptoPage(browser, 80)
  const deposit = product.payments.crypto.createPayment(invoiceId, { coin: 'eth' })
  product.payments.crypto.send(deposit.payment_id, 'exact')
  await until(async () => (await paying.balance(browser)) === 80)
  const crypto_address = `0x${'00de'.repeat(10)}`
  const address = { crypto_network: 'Ethereum', crypto_address }

  const bare = await withdraw(browser, 80)
  const wrong = await withdraw(browser, 80, { ...address, crypto_network: 'Bitcoin' })
  const reply = await withdraw(browser, 80, address)
  expect(bare.json()).toMatchObject({ code: 'payout_address_needed', field: 'crypto_address' })
  expect(wrong.json()).toMatchObject({ code: 'payout_address_invalid', field: 'crypto_address' })
  await passHours(24, browser)
  const { id } = reply.json<{ id: string }>()
  await until(async () => (await stateOf(id)) === 'payout')

  expect(await lineOf(browser)).toMatchObject({
    status: 'PENDING',
    note: 'We are paying $80.00 to your address',
  })
  const { rows } = await database.owner.pool.query<{ sealed: string }>(
    'select sealed_address as sealed from withdrawals where transaction_id = $1',
    [id],
  )
  expect(rows[0]?.sealed).not.toContain('00de')
})

test('above $500 somebody of us says yes first', async () => {
  const { browser } = await given.verifiedUser()
  await paying.paidByCard(browser, 400)
  await passHours(25, browser)
  await paying.paidByCard(browser, 400)
  const login = await given.elsewhere({ ...(await reEnter(browser)) })

  const { id } = (await withdraw(login, 600)).json<{ id: string }>()
  await passHours(25, login)
  await until(async () => (await stateOf(id)) === 'approval')

  expect(await lineOf(login)).toMatchObject({ note: 'Waiting for our approval', can_cancel: true })
})

async function reEnter(browser: TestBrowser) {
  const { email } = (await browser.get('/users/self')).json<{ email: string }>()
  return { email, password: 'seven quiet herons' }
}

test('a login that is not fresh has to be confirmed first', async () => {
  const { browser, password } = await given.verifiedUser()
  await paying.paidByCard(browser, 50)
  const { id } = (await browser.get('/users/self')).json<{ id: string }>()
  await passHours(1, browser)

  const asked = await withdraw(browser, 50)
  const grant = { action: 'withdraw', object: id, password }
  await browser.post('/users/step-up', grant)
  const confirmed = await withdraw(browser, 50)

  expect(asked.json()).toMatchObject({ code: 'step_up_required', action: 'withdraw', object: id })
  expect(confirmed.statusCode).toBe(201)
})

test('a refund that the bank sends back is on the balance again', async () => {
  const { browser, email } = await given.verifiedUser()
  await paying.paidByCard(browser, 50)
  await withdraw(browser, 50)
  await passHours(24, browser)
  await until(async () => (await lineOf(browser))?.status === 'DONE')
  const { rows } = await database.owner.pool.query<{ ref: string }>(
    `select refund_ref as ref from card_refunds join top_ups on top_up_id = transaction_id
     join users on users.id = top_ups.user_id where email = $1`,
    [email],
  )

  product.payments.card.failRefund(rows[0]?.ref ?? '')
  await until(async () => (await paying.balance(browser)) === 50)

  expect(await lineOf(browser)).toMatchObject({ status: 'REVERSED', amount: -50 })
})

test('a worker that dies after asking for the refund asks for the same one again', async () => {
  const { browser } = await given.verifiedUser()
  await paying.paidByCard(browser, 50)
  await withdraw(browser, 50)
  product.payments.card.fail({ path: '/v1/refunds', times: 3, kind: 'drop_after' })

  await passHours(24, browser)
  await until(async () => (await lineOf(browser))?.status === 'DONE')

  const { rows } = await database.owner.pool.query<{ cents: string }>(
    `select sum(amount_cents) as cents from ledger_postings join ledger_entries on entry_id = id
     where kind = 'withdrawal_paid' and account = 'card_clearing'
       and user_id = (select user_id from withdrawals order by created_at desc limit 1)`,
  )
  expect(rows).toEqual([{ cents: '5000' }])
})

test('an account under a safety pause pays later', async () => {
  const { browser, email } = await given.verifiedUser()
  await paying.paidByCard(browser, 50)
  const { id } = (await withdraw(browser, 50)).json<{ id: string }>()
  await database.owner.pool.query(
    `update users set restricted_until = app_now() + '72 hours' where email = $1`,
    [email],
  )

  await passHours(24, browser)
  await until(async () => {
    const { rows } = await database.owner.pool.query(
      `select 1 from timers where subject_id = $1 and fire_at > app_now() + '40 hours'`,
      [id],
    )
    return rows.length === 1
  })

  expect(await stateOf(id)).toBe('waiting')
})

test('nothing can be withdrawn while money is reserved for a fee', async () => {
  const { browser, email } = await given.verifiedUser()
  await paying.paidByCard(browser, 50)
  await database.owner.pool.query(
    `with user_of as (select id from users where email = $1),
       held as (insert into ledger_holds (reference, user_id, amount_cents, created_at)
         select 'test:held', id, 100, now() from user_of)
     select post_entry('hold:test:held', 'hold', id, null,
       '{available,held}'::ledger_account[], '{-100,100}'::bigint[]) from user_of`,
    [email],
  )

  const reply = await withdraw(browser, 20)

  expect(reply.json()).toMatchObject({ code: 'withdrawal_blocked' })
})

test('after all of this the books are in order', async () => {
  expect(await checkBooks(product.db)).toEqual({ sumCents: 0, wrongUsers: [] })
  const { refund_payable } = await trialBalance(product.db)
  const { rows } = await database.owner.pool.query<{ cents: string }>(
    `select coalesce(sum(amount_cents), 0) as cents from withdrawals
     where state in ('waiting', 'approval', 'paying', 'payout')`,
  )
  expect(refund_payable).toBe(Number(rows[0]?.cents))
})
