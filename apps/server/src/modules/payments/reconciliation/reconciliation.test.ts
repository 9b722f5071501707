import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hourMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { givenPayments, until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const product = useTestApp({ withPayments: true })
const { given, database } = product
const paying = givenPayments(() => product.payments)

type Result = { provider: string; difference_cents: string; unexplained: object[] }

/** Runs the comparison now, and gives what it wrote down. */
async function compare(): Promise<Result[]> {
  const list = async () =>
    (
      await database.owner.pool.query<Result>(
        'select provider, difference_cents, unexplained from reconciliations order by id',
      )
    ).rows
  const before = (await list()).length
  await inTransaction(product.db, (tx) => enqueue(tx, 'payments.reconcile', {}))
  await until(async () => (await list()).length === before + 2)
  const results = (await list()).slice(before)
  return results.toSorted((a, b) => a.provider.localeCompare(b.provider))
}

async function passHours(hours: number) {
  await database.moveClock(hours * hourMs)
  product.payments.card.advance(hours * 3600)
}

test('what the providers hold is what the books say, and everybody can see it', async () => {
  const { browser } = await given.verifiedUser()
  const intent = await paying.paidByCard(browser, 50)
  product.payments.card.refund(intent, 1000)
  await until(async () => (await paying.balance(browser)) === 40)
  const dispute = product.payments.card.dispute(await paying.paidByCard(browser, 30))
  product.payments.card.closeDispute(dispute.id, 'won')
  const invoiceId = await paying.cryptoPage(browser, 80)
  const { payment_id } = product.payments.crypto.createPayment(invoiceId, { coin: 'btc' })
  product.payments.crypto.send(payment_id, 'half')
  await until(async () => (await paying.balance(browser)) === 40 + 30 + 40)
  const before = await paying.transactions(browser)
  await passHours(2)

  const results = await compare()

  expect(results).toMatchObject([
    { provider: 'card', difference_cents: '0', unexplained: [] },
    { provider: 'crypto', difference_cents: '0', unexplained: [] },
  ])
  await browser.refresh()
  const after = await paying.transactions(browser)
  expect(before.reconciliation).toBeNull()
  expect(after.reconciliation).toMatchObject({ difference: 0 })
})

test('a refund nobody told us of is found, named and taken into the books', async () => {
  const { browser } = await given.verifiedUser()
  const intent = await paying.paidByCard(browser, 50)
  product.payments.card.setDelivery({ mode: 'off' })
  const { id } = product.payments.card.refund(intent, 2000)
  product.payments.card.setDelivery({ mode: 'on' })
  await passHours(2)

  const [found] = await compare()
  await browser.refresh()
  await until(async () => (await paying.balance(browser)) === 30)
  await passHours(2)
  const [later] = await compare()

  expect(found).toMatchObject({
    difference_cents: '2000',
    unexplained: [{ reference: `card:${id}`, providerCents: -2000, ledgerCents: null }],
  })
  expect(later).toMatchObject({ difference_cents: '0', unexplained: [] })
})

test('an entry that the provider knows nothing of is found', async () => {
  const { browser } = await given.verifiedUser()
  const { id } = (await browser.get('/users/self')).json<{ id: string }>()
  await database.owner.pool.query(
    `select post_entry('card:ch_invented', 'top_up', $1, null,
       '{available,card_clearing}'::ledger_account[], '{700,-700}'::bigint[])`,
    [id],
  )
  await passHours(2)

  const [found] = await compare()

  expect(found).toMatchObject({
    difference_cents: '700',
    unexplained: [{ reference: 'card:ch_invented', providerCents: null, ledgerCents: 700 }],
  })
})

test('two faults that cancel out are two, and people see that', async () => {
  const { browser } = await given.verifiedUser()
  const { id } = (await browser.get('/users/self')).json<{ id: string }>()
  for (const [reference, cents] of [
    ['card:ch_more', 900],
    ['card:ch_less', -900],
  ] as const) {
    await database.owner.pool.query(
      `select post_entry($2, 'chargeback', $1, null,
         '{available,card_clearing}'::ledger_account[], array[$3::bigint, -$3::bigint])`,
      [id, reference, cents],
    )
  }
  await passHours(2)

  await compare()

  await browser.refresh()
  const { reconciliation } = await paying.transactions(browser)
  expect(reconciliation?.difference).toBeGreaterThanOrEqual(18)
})

test('a deposit that was sent back leaves nothing to explain, one that cannot be read does', async () => {
  const { browser } = await given.verifiedUser()
  const invoiceId = await paying.cryptoPage(browser, 80)
  const { payment_id } = product.payments.crypto.createPayment(invoiceId, { coin: 'btc' })
  product.payments.crypto.send(payment_id, 'exact')
  await until(async () => (await paying.balance(browser)) === 80)
  product.payments.crypto.setPayment(payment_id, { payment_status: 'refunded' })
  await until(async () => (await paying.balance(browser)) === 0)
  await passHours(2)

  const [, sentBack] = await compare()
  product.payments.crypto.fail({ path: `/v1/payment/${payment_id}`, times: 9, kind: 'status500' })
  const [card, unread] = await compare()

  expect(sentBack).toMatchObject({ unexplained: [] })
  expect(card).toMatchObject({ provider: 'card' })
  expect(unread?.unexplained).toHaveLength(1)
})

test('a statement lists every line, as CSV that a spreadsheet cannot run', async () => {
  const { browser } = await given.verifiedUser()
  await paying.paidByCard(browser, 50)
  const day = new Date(database.now()).toISOString().slice(0, 10)

  const reply = await browser.get(`/transactions/statement?format=csv&from=${day}&to=${day}`)

  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(reply.headers['content-disposition']).toContain(`"pier-statement-${day}-to-${day}.csv"`)
  const [head, line] = reply.body.split('\r\n')
  expect(head).toBe(
    'Created At (UTC),Reference,Type,Domain,Amount (USD),Payment Method,Status,Note',
  )
  expect(line).toMatch(/^[\dT:.-]+Z,TU-\d+,Top-up,,50\.00,Card,Complete,$/)
})

test('the same as PDF, in any alphabet', async () => {
  const { browser } = await given.verifiedUser({ name: 'Łukasz Παπαδόπουλος' })
  await paying.paidByCard(browser, 50)
  const day = new Date(database.now()).toISOString().slice(0, 10)

  const reply = await browser.get(`/transactions/statement?format=pdf&from=${day}&to=${day}`)

  expect(reply.headers['content-disposition']).toContain(`"pier-statement-${day}-to-${day}.pdf"`)
  const file = join(mkdtempSync(join(tmpdir(), 'pier-statement-')), 'statement.pdf')
  writeFileSync(file, reply.rawPayload)
  const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
  expect(text).toContain('Łukasz Παπαδόπουλος')
  expect(text).toContain('Opening balance: $0.00')
  expect(text).toContain('Closing balance: $50.00')
  expect(text).toMatch(/TU-\d+\s+Top-up\s+Card\s+Complete\s+\+\$50\.00/)
})

test('a statement of days that end before they begin is refused', async () => {
  const { browser } = await given.user()

  const url = '/transactions/statement?format=csv&from=2026-02-02&to=2026-02-01'
  const nonsense = '/transactions/statement?format=csv&from=yesterday&to=2026-02-01'

  expect((await browser.get(url)).statusCode).toBe(400)
  expect((await browser.get(nonsense)).statusCode).toBe(400)
})
