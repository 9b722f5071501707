import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { givenOperators, type TestOperator } from '../../../../test/given/given-operators.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = { ...givenLoans(app), ...givenOperators(app) }
const query = async (text: string, values: unknown[] = []) =>
  (await app.database.owner.pool.query(text, values)).rows as { [column: string]: unknown }[]
const idOf = async (email: string) =>
  String((await query('select id from users where email = $1', [email]))[0]?.id)

type Row = { id: string; title: string; detail: string; state: string; deadline_at: string | null }

let support: TestOperator | undefined

/** The states of the lines of a queue that match this search, sorted. */
async function statesOf(queue: string, words: string): Promise<string[]> {
  support ??= await given.operator('support')
  const reply = await support.get(`/queues/${queue}?search=${encodeURIComponent(words)}`)
  const { rows } = reply.json<{ rows: Row[] }>()
  for (const { detail, title } of rows) expect(detail && title).toBeTruthy()
  return rows.map(({ state }) => state).toSorted()
}

const reserveFor = (escrowId: string, cents: number) =>
  query(
    `with line as (insert into transactions (user_id, type, method, amount_cents, status, created_at)
       select borrower_id, 'runway', 'balance', -$2::bigint, 'PENDING', app_now() from escrows
       where id = $1 returning id)
     insert into renewal_reserves (domain_id, user_id, escrow_id, transaction_id, created_at)
       select domain_id, borrower_id, escrows.id, line.id, app_now() from escrows, line
       where escrows.id = $1`,
    [escrowId, cents],
  )

test('a domain that ends soon is at risk while its owner cannot pay for it', async () => {
  const loan = await given.running()
  const { id, name } = loan.domain
  await query(
    `insert into holdings (domain_id, arrived_at, expires_at, nameservers, ds_records, checked_at)
     values ($1, app_now(), app_now() + interval '40 days', '{}', '[]', app_now())
     on conflict (domain_id) do update set expires_at = excluded.expires_at`,
    [id],
  )
  expect(await statesOf('renewals', name)).toEqual(['Not covered'])
  await reserveFor(loan.id, 90_000)
  expect(await statesOf('renewals', name)).toEqual([])
  await query(`update renewal_reserves set ended_at = app_now() where escrow_id = $1`, [loan.id])
  expect(await statesOf('renewals', name)).toEqual(['Not covered'])

  for (const [hours, cents] of [
    [2, 2000],
    [1, 90_000],
  ]) {
    await query(
      `insert into fee_quotes (domain_id, operation, asked_at, state, amount_cents, is_premium)
       values ($1, 'renew', app_now() - $2 * interval '1 hour', 'ready', $3, true)`,
      [id, hours, cents],
    )
  }
  expect(await statesOf('renewals', name)).toEqual(['Price changed'])
  await query(
    `update holdings set expires_at = expires_at + interval '1 year' where domain_id = $1`,
    [id],
  )
  expect(await statesOf('renewals', name)).toEqual([])
})

test('whoever owes us after a renewal that we paid for is on the list until it is paid', async () => {
  const { email, browser } = await app.given.verifiedUser({ name: 'Owing Olof' })
  const userId = await idOf(email)
  const domain = await given.domainInCustody(browser)
  await query(
    `insert into renewals (domain_id, user_id, expires_at, fee_cents, is_emergency, state, created_at)
     values ($1, $2, app_now(), 1200, true, 'done', app_now())`,
    [domain.id, userId],
  )
  await query(
    `insert into ledger_balances (user_id, available_cents) values ($1, -1200)
     on conflict (user_id) do update set available_cents = -1200`,
    [userId],
  )
  expect(await statesOf('renewals', 'Owing Olof')).toEqual(['Below zero'])
  await query('update ledger_balances set available_cents = 0 where user_id = $1', [userId])
  expect(await statesOf('renewals', 'Owing Olof')).toEqual([])
})

test('a hold waits for its review, and for the second approval when one proposes to lift it', async () => {
  const loan = await given.running()
  const [hold] = await query(
    `insert into domain_holds (domain_id, kind, note, created_at, review_at)
     values ($1, 'court', 'Order 12/26', app_now(), app_now() + interval '14 days') returning id`,
    [loan.domain.id],
  )
  expect(await statesOf('holds', loan.domain.name)).toEqual(['Order'])
  const officer = await given.operator('case_officer')
  await query(
    `insert into decisions (kind, subject_id, terms, reasons, state, proposed_by, proposed_at)
     values ('liftHold', $1, '{}', 'The order was withdrawn.', 'proposed', $2, app_now())`,
    [hold?.id, officer.id],
  )
  expect(await statesOf('holds', loan.domain.name)).toEqual(['Second key'])
})

test('a default notice that did not arrive is a line, and a refused mail that nobody settled', async () => {
  const loan = await given.running()
  const { name } = loan.domain
  const borrowerId = await idOf(loan.borrower.email)
  const refuse = `insert into mails (user_id, kind, status, about_id, created_at, settled_at)
    values ($1, 'defaults', 'refused', $2, app_now(), app_now())`
  await query(refuse, [borrowerId, loan.id])
  await query(refuse, [borrowerId, loan.id])
  expect(await statesOf('notices', name)).toEqual(['Mail refused'])

  await query(
    `update escrows set phase = 'DEFAULT_NOTICED', noticed_at = app_now() - interval '1 hour',
       objection_until = app_now() + interval '19 days' where id = $1`,
    [loan.id],
  )
  await query(
    `insert into clock_stops (escrow_id, reason, began_at)
     values ($1, 'notice not delivered', app_now())`,
    [loan.id],
  )
  expect(await statesOf('notices', name)).toEqual(['Clock stopped'])
})

test('a loan that went quiet is dormant, and a case once somebody speaks', async () => {
  const loan = await given.running()
  const { name } = loan.domain
  await query(
    `update escrows set value_date = value_date - 400, due_at = due_at - interval '400 days',
       grace_until = app_now() - interval '31 days' where id = $1`,
    [loan.id],
  )
  expect(await statesOf('dormant', name)).toEqual(['Quiet'])
  await query(`update escrows set status = 'ESCALATED', phase = 'DISPUTED' where id = $1`, [
    loan.id,
  ])
  const [dispute] = await query(
    `insert into escrow_disputes (escrow_id, opened_by, reason, from_phase, opened_at)
     values ($1, 'SYSTEM', 'DORMANT', 'ACTIVE', app_now()) returning id`,
    [loan.id],
  )
  expect(await statesOf('dormant', name)).toEqual(['Escalated'])
  expect(await statesOf('disputes', name)).toEqual([])

  await query(
    `insert into dispute_statements values ($1, 'LENDER', 'statement', 'I am here.', app_now())`,
    [dispute?.id],
  )
  expect(await statesOf('dormant', name)).toEqual([])
  expect(await statesOf('disputes', name)).toEqual(['New'])
})

test('money that does not fit or waits for a person is in one queue', async () => {
  const name = `Payer ${randomUUID().slice(0, 8)}`
  const { email } = await app.given.verifiedUser({ name })
  const userId = await idOf(email)
  const transaction = async (type: string) =>
    (
      await query(
        `insert into transactions (user_id, type, method, amount_cents, status, created_at)
         values ($1, $2, 'card', 90000, 'PENDING', app_now()) returning id`,
        [userId, type],
      )
    )[0]?.id
  const topUp = `insert into top_ups (transaction_id, user_id, provider, asked_cents, review,
    is_disputed, created_at) values ($1, $2, 'crypto', 90000, $3, $4, app_now())`
  await query(topUp, [await transaction('top_up'), userId, 'Half of it came', false])
  await query(topUp, [await transaction('top_up'), userId, null, true])
  await query(
    `insert into withdrawals (transaction_id, user_id, amount_cents, state, pays_at, created_at)
     values ($1, $2, 90000, 'approval', app_now(), app_now())`,
    [await transaction('withdrawal'), userId],
  )
  expect(await statesOf('payments', name)).toEqual(['Chargeback', 'To approve', 'To review'])

  const finance = await given.operator('finance')
  const lines = await finance.get(`/queues/payments?search=${encodeURIComponent(name)}`)
  const { rows } = lines.json<{ rows: { id: string; state: string }[] }>()
  const review = rows.find(({ state }) => state === 'To review')
  const id = encodeURIComponent(review?.id ?? '')
  expect((await finance.post(`/queues/payments/${id}/dismiss`)).statusCode).toBe(204)
  expect(await statesOf('payments', name)).toEqual(['Chargeback', 'To approve'])
  await query(
    `update top_ups set review = 'Too much came' where user_id = $1 and not is_disputed`,
    [userId],
  )
  expect(await statesOf('payments', name)).toEqual(['Chargeback', 'To approve', 'To review'])
  await query(
    `insert into payment_events (provider, event_key, type, received_at, problem)
     values ('card', $1, 'charge.odd', app_now(), 'Nobody knows it')`,
    [randomUUID()],
  )
  expect(await statesOf('payments', 'charge.odd')).toEqual(['Not matched'])
})

test('two who are paid at the same place are a risk, and a name that looks like another', async () => {
  const name = `Twin ${randomUUID().slice(0, 8)}`
  const [first, second] = [
    await app.given.verifiedUser({ name: 'First twin' }),
    await app.given.verifiedUser({ name }),
  ]
  await given.payee(first)
  await given.payee(second)
  expect(await statesOf('risk', name)).toEqual(['Shared payee', 'Shared payee'])
  const { listingId, domain } = await given.listing()
  await query(`update listings set looks_like = 'paypal.com' where id = $1`, [listingId])
  expect(await statesOf('risk', domain.name)).toEqual(['Looks like another'])
})

test('a transfer that leaves soon, one that failed and a domain that was changed are lines', async () => {
  const { browser, email } = await app.given.verifiedUser()
  const domain = await given.domainInCustody(browser)
  await query(
    `insert into transfers (domain_id, user_id, direction, state, code_at, created_at)
     values ($1, $2, 'out', 'waiting', app_now() + interval '20 hours', app_now())`,
    [domain.id, await idOf(email)],
  )
  await query(
    `insert into custody_alarms (domain_id, kind, detail, created_at)
     values ($1, 'lock', 'clientTransferProhibited', app_now())`,
    [domain.id],
  )
  await query(
    `insert into registrar_commands (domain_id, kind, created_at)
     values ($1, 'lock', app_now() - interval '2 hours')`,
    [domain.id],
  )
  expect(await statesOf('transfers', domain.name)).toEqual([
    'Changed at the registry',
    'Code due',
    'No answer',
  ])
  const loan = await given.signed({ isInCustody: false })
  await query(`update escrows set phase = 'TRANSFER_FAILED' where id = $1`, [loan.id])
  expect(await statesOf('transfers', loan.domain.name)).toEqual(['Failed'])
})
