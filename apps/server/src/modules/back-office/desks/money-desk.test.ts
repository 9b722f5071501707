import { hourMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenOperators } from '../../../../test/given/given-operators.ts'
import { givenPayments, until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { TestBrowser } from '../../../../test/test-browser.ts'
import { checkBooks } from '../../ledger/ledger.service.ts'

const app = useTestApp({ withPayments: true })
const { given, database } = app
const paying = givenPayments(() => app.payments)
const staff = givenOperators(app)
const payoutAddress = {
  crypto_network: 'USDT on Tron',
  crypto_address: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
}

async function passHours(hours: number, browser: TestBrowser) {
  await database.moveClock(hours * hourMs)
  app.payments.card.advance(hours * 3600)
  await browser.refresh()
}
const withdrawalOf = async (browser: TestBrowser) =>
  (await paying.transactions(browser)).transactions.find(({ type }) => type === 'Withdrawal')

/** A user whose balance is posted directly, so that no card chargeback can undo it. */
async function withBalance(cents: number) {
  const person = await given.verifiedUser()
  const { id } = (await person.browser.get('/users/self')).json<{ id: string }>()
  await database.owner.pool.query(
    `select post_entry($1, 'top_up', $2, null, '{available,crypto_clearing}',
       array[$3::bigint, -$3::bigint])`,
    [`test:${id}`, id, cents],
  )
  return { ...person, id }
}

/** A withdrawal that waits for approval, as large ones do after their 24 hours. */
async function largeWithdrawal(amount = 600) {
  const person = await withBalance(amount * 100)
  const asked = await person.browser.post('/transactions/withdrawals', { amount, ...payoutAddress })
  expect(asked.body).toContain('"id"')
  await passHours(24, person.browser)
  const { id } = asked.json<{ id: string }>()
  const finance = await staff.operator('finance')
  const state = async () => {
    const reply = await finance.get('/withdrawals')
    const { withdrawals } = reply.json<{ withdrawals: { id: string; state: string }[] }>()
    return withdrawals.find((each) => each.id === id)?.state
  }
  await until(async () => (await state()) === 'approval')
  return { person, id, finance, state }
}

test('a large withdrawal is approved, paid by hand and told; each step once', async () => {
  const { person, id, finance, state } = await largeWithdrawal()

  const early = await finance.post(`/withdrawals/${id}/paid`, { reference: 'abcd1234' })
  expect([early.statusCode, early.json()]).toMatchObject([409, { code: 'withdrawal_moved' }])
  const approved = await finance.post(`/withdrawals/${id}/approve`)
  expect(approved.json()).toMatchObject({ state: 'waiting', approved_by: finance.name })
  const again = await finance.post(`/withdrawals/${id}/approve`)
  expect(again.statusCode).toBe(409)
  await until(async () => (await state()) === 'payout')

  const where = await finance.post(`/withdrawals/${id}/address`)
  expect(where.json()).toEqual({
    network: 'USDT on Tron',
    address: payoutAddress.crypto_address,
    amount: 600,
  })
  const paid = { reference: 'f00dcafe', network_cost: 1.5 }
  const presses = await Promise.all([
    finance.post(`/withdrawals/${id}/paid`, paid),
    finance.post(`/withdrawals/${id}/paid`, paid),
  ])
  expect(presses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await withdrawalOf(person.browser)).toMatchObject({
    status: 'DONE',
    amount: -600,
    note: '$598.50 paid to your address after $1.50 network cost: f00dcafe',
  })
  await app.mailTo(person.email, '$598.50 is on its way to your address')
  const { rows } = await database.owner.pool.query<{ action: string; user_ids: string[] }>(
    `select action, user_ids from audit_log where subject = $1 order by seq`,
    [id],
  )
  expect(rows.map(({ action }) => action.split('/').at(-1))).toEqual(['approve', 'address', 'paid'])
  expect(rows.every(({ user_ids: users }) => users[0] === person.id)).toBe(true)
  expect(await checkBooks(app.db)).toEqual({ sumCents: 0, wrongUsers: [] })
})

test('a refused withdrawal is back on the balance, and its owner reads why', async () => {
  const { person, id, finance } = await largeWithdrawal()
  expect(await paying.balance(person.browser)).toBe(0)

  const refused = await finance.post(`/withdrawals/${id}/refuse`)
  const again = await finance.post(`/withdrawals/${id}/refuse`)

  expect([refused.statusCode, again.statusCode]).toEqual([200, 409])
  expect(await paying.balance(person.browser)).toBe(600)
  expect(await withdrawalOf(person.browser)).toMatchObject({ status: 'REVERSED' })
  await app.mailTo(person.email, 'Your withdrawal of $600.00 was refused')
})

test('nobody approves their own withdrawal, and other roles and users do not get there', async () => {
  const { person, id, finance } = await largeWithdrawal()
  await database.owner.pool.query(
    `update operators set email_key = (select email_key from users where id = $1) where id = $2`,
    [person.id, finance.id],
  )
  const own = await finance.post(`/withdrawals/${id}/approve`)
  expect([own.statusCode, own.json()]).toMatchObject([403, { code: 'operator_partial' }])

  const officer = await staff.operator('case_officer')
  expect((await officer.post(`/withdrawals/${id}/approve`)).statusCode).toBe(403)
  expect((await officer.get('/withdrawals')).statusCode).toBe(403)
  const url = `/operator/withdrawals/${id}/approve`
  expect((await person.browser.post(url, { reason: 'I want my money' })).statusCode).toBe(404)
})

test('an adjustment needs two approvals, then stands in the ledger and on the screen', async () => {
  const person = await withBalance(1000)
  const finance = await staff.operator('finance', 'approver')
  const approver = await staff.operator('approver')
  const words = 'The fee was taken twice'
  const body = {
    user_id: person.id,
    from: 'platform_revenue',
    to: 'available',
    amount: 11.8,
    words,
  }

  const proposed = await finance.key('/adjustments', body)
  expect([proposed.statusCode, proposed.json()]).toMatchObject([201, { state: 'proposed' }])
  const { id } = proposed.json<{ id: string }>()
  expect(await paying.balance(person.browser)).toBe(10)
  expect((await finance.key(`/decisions/${id}/confirm`)).json()).toMatchObject({
    code: 'both_keys',
  })
  const confirmed = await approver.key(`/decisions/${id}/confirm`)
  expect(confirmed.json()).toMatchObject({ state: 'done' })
  expect((await approver.key(`/decisions/${id}/confirm`)).statusCode).toBe(409)

  expect(await paying.balance(person.browser)).toBe(21.8)
  const lines = (await paying.transactions(person.browser)).transactions
  expect(lines).toMatchObject([{ type: 'Adjustment', amount: 11.8, status: 'DONE', note: words }])
  await app.mailTo(person.email, 'Your balance was corrected by +$11.80')
  const found = await finance.get(`/ledger?user=${person.id}&account=platform_revenue`)
  expect(found.json()).toMatchObject({
    entries: [
      {
        reference: `adjustment:${id}`,
        user: { id: person.id },
        postings: [
          { account: 'available', amount: 11.8 },
          { account: 'platform_revenue', amount: -11.8 },
        ],
      },
    ],
    next: null,
  })
  expect((await finance.get('/ledger/accounts')).json()).toMatchObject({ sum: 0 })
})

test('an adjustment takes no more than is there, and moves nothing of nobody', async () => {
  const person = await withBalance(1000)
  const finance = await staff.operator('finance')
  const approver = await staff.operator('approver')
  const take = { user_id: person.id, from: 'available', to: 'platform_revenue', words: 'Owed fee' }

  const nobody = { ...take, user_id: undefined, amount: 5 }
  expect((await finance.key('/adjustments', nobody)).statusCode).toBe(400)
  const much = (await finance.key('/adjustments', { ...take, amount: 10.01 })).json<{
    id: string
  }>()
  const short = await approver.key(`/decisions/${much.id}/confirm`)
  expect([short.statusCode, short.json()]).toMatchObject([422, { code: 'balance_insufficient' }])
  expect(await paying.balance(person.browser)).toBe(10)
})

test('the API process cannot post an adjustment that has not been approved twice', async () => {
  const finance = await staff.operator('finance')
  const pair = { from: 'platform_revenue', to: 'chargeback', amount: 5, words: 'Lost dispute' }
  const { id } = (await finance.key('/adjustments', pair)).json<{ id: string }>()

  await expect(app.db.pool.query('select post_adjustment($1, null)', [id])).rejects.toThrow(
    /adjusts nothing/,
  )
})

test('an unmatched payment event stays open until an operator resolves it, and can be retried', async () => {
  const finance = await staff.operator('finance')
  const { rows } = await database.owner.pool.query<{ id: string }>(
    `insert into payment_events (provider, event_key, type, body, received_at, handled_at, problem)
     values ('crypto', 'test', 'finished', '{"payment_id":1,"order_id":"none"}', app_now(),
       app_now(), 'belongs to no top-up') returning id`,
  )
  const id = rows[0]?.id
  type Listed = { events: { id: string; problem: string | null; handled_at: string | null }[] }
  const open = async () => (await finance.get('/payment-events')).json<Listed>().events
  expect((await open()).map((each) => each.id)).toContain(id)

  await finance.post(`/payment-events/${id}/retry`)
  await until(async () => (await open()).some((each) => each.id === id && each.handled_at !== null))
  const resolved = await finance.post(`/payment-events/${id}/resolve`)
  expect(resolved.json()).toMatchObject({ resolved_by: finance.name })
  expect((await open()).map((each) => each.id)).not.toContain(id)
  expect((await finance.post('/payment-events/999999/resolve')).statusCode).toBe(404)
})

test('a crypto payment that we were never told of is found by its number', async () => {
  const { browser } = await given.verifiedUser()
  const finance = await staff.operator('finance')
  const { crypto } = app.payments
  crypto.setDelivery({ mode: 'off' })
  const invoiceId = await paying.cryptoPage(browser, 20)
  const { payment_id: id, pay_amount: actually_paid } = crypto.createPayment(invoiceId, {
    coin: 'btc',
  })
  crypto.setPayment(id, { payment_status: 'finished', actually_paid })
  crypto.setDelivery({ mode: 'on' })
  expect(await paying.balance(browser)).toBe(0)

  const asked = await finance.post('/payment-events/look-up', { payment_id: String(id) })

  expect(asked.statusCode).toBe(201)
  await until(async () => (await paying.balance(browser)) === 20)
})

test('everybody sees what is owed and what is held, and nobody is named', async () => {
  const finance = await staff.operator('finance')
  await database.owner.pool.query(
    `insert into reconciliations (provider, from_time, cutoff, provider_cents, ledger_cents,
       difference_cents, unexplained, created_at)
     values ('card', app_now(), app_now(), 500, 400, 100,
       '[{"reference":"card:x","providerCents":100,"ledgerCents":null}]', app_now()),
      ('crypto', app_now(), app_now(), 0, 0, 0, '[]', app_now())`,
  )
  const shown = (await finance.get('/reconciliation')).json()
  expect(shown).toMatchObject({
    providers: [
      {
        provider: 'card',
        runs: [{ difference: 1, unexplained: [{ provider_amount: 1, ledger_amount: null }] }],
      },
      { provider: 'crypto', runs: [{ difference: 0 }] },
    ],
  })

  const reply = await app.inject({ url: '/api/numbers/reconciliation' })
  type Shown = {
    owed: { balances: number; set_aside: number; withdrawals: number; total: number }
    cash: { total: number }
    owed_to_registries: number
    rest: number
    compared: { difference: number }
  }
  const { owed, cash, owed_to_registries: registries, rest, compared } = reply.json<Shown>()
  expect(owed.total).toBeCloseTo(owed.balances + owed.set_aside + owed.withdrawals, 2)
  expect(cash.total - owed.total - registries).toBeCloseTo(rest, 2)
  expect(cash.total).toBeGreaterThan(0)
  expect(compared.difference).toBe(1)
  expect(reply.body).not.toContain('@')
})
