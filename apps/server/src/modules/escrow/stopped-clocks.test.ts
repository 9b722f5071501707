import { expect, test } from 'vitest'
import { bankDetails, givenLoans } from '../../testing/given-loans.ts'
import { until } from '../../testing/given-payments.ts'
import { useTestApp } from '../../testing/test-app.ts'

const app = useTestApp()
const given = givenLoans(app)
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const path = '/users/payout-details'
const otherIban = 'GB82WEST12345698765432'

type Loan = Awaited<ReturnType<typeof given.agreed>>
const claim = (loan: Loan) => loan.as('LENDER').try('finalize', { outcome: 'DEFAULT' })
const place = async (loan: Loan) => {
  const { status, phase } = await loan.as('LENDER').read()
  return `${status} ${phase}`
}
/** How far a date has moved, to the minute: the clock of the test goes on by itself. */
const moved = (from: string | null, to: string | null) =>
  Math.round((Date.parse(to ?? '') - Date.parse(from ?? '')) / minute)
const query = (text: string, values: unknown[]) => app.database.owner.pool.query(text, values)
const hold = (loan: Loan) =>
  query(
    `insert into domain_holds (domain_id, kind, note, created_at)
     values ($1, 'court', 'Order 12', app_now())`,
    [loan.domain.id],
  )
const lift = (loan: Loan) =>
  query('update domain_holds set lifted_at = app_now() where domain_id = $1', [loan.domain.id])
const give = async (loan: Loan, account = bankDetails.account) => {
  await loan.as('LENDER').read() // Logs in again where the clock was moved.
  const reply = await loan.lender.browser.put(path, { ...bankDetails, account })
  expect(reply.statusCode).toBe(200)
}
/** Time for a tick that is due, and for one that should not be. */
const ticks = () => new Promise((resolve) => setTimeout(resolve, 1500))

test('who gave no details cannot claim a default; once given, every date moves by that time', async () => {
  const loan = await given.running({ term: 30, withPayees: false })
  const first = await loan.as('BORROWER').read()
  expect(first).toMatchObject({ clock_stopped: true, your_payee: 'missing' })
  await app.database.moveClock(60 * day)
  expect(await loan.as('BORROWER').read()).toMatchObject({ phase: 'ACTIVE', clock_stopped: true })
  expect(await claim(loan)).toBe('422 escrow_guarded')

  await give(loan)
  const after = await loan.as('BORROWER').read()
  expect(after).toMatchObject({ clock_stopped: false, phase: 'ACTIVE' })
  const days = (60 * day) / minute
  expect(moved(first.grace_until, after.grace_until)).toBe(moved(first.due_at, after.due_at))
  expect(Math.abs(moved(first.due_at, after.due_at) - days)).toBeLessThanOrEqual(1)
  expect(await claim(loan)).toBe('422 escrow_guarded')
  await app.database.moveClock(38 * day)
  expect(await claim(loan)).toBe('LOAN_POSTED DEFAULT_NOTICED')
})

test('details that were there before the loan ran move nothing', async () => {
  const loan = await given.signed({ term: 30, withPayees: false })
  await app.database.moveClock(2 * day)
  await give(loan)
  await app.database.moveClock(day)
  const runs = await loan.as('BORROWER').press('markPaid')
  await app.database.moveClock(hour)
  await loan.as('LENDER').try('escalate', { version: 0 })
  const later = await loan.as('BORROWER').read()
  expect([later.due_at, later.grace_until]).toEqual([runs.due_at, runs.grace_until])
})

test('a change of the lender’s details stops the notice for its 24 hours', async () => {
  const loan = await given.running({ term: 30 })
  await app.database.moveClock(38 * day)
  expect(await claim(loan)).toBe('LOAN_POSTED DEFAULT_NOTICED')
  const noticed = await loan.as('BORROWER').read()
  await app.database.moveClock(19 * day + 12 * hour)
  await give(loan, otherIban)
  expect(await loan.as('BORROWER').read()).toMatchObject({ clock_stopped: true })
  await app.database.moveClock(23 * hour)
  await ticks()
  expect(await place(loan)).toBe('LOAN_POSTED DEFAULT_NOTICED')
  await app.database.moveClock(2 * hour)
  await ticks()
  const after = await loan.as('BORROWER').read()
  expect(after).toMatchObject({ phase: 'DEFAULT_NOTICED', clock_stopped: false })
  expect(moved(noticed.objection_until, after.objection_until)).toBe(day / minute)
  await app.database.moveClock(12 * hour)
  await until(async () => (await place(loan)) === 'LOAN_POSTED SEIZURE_READY')
})

test('a change that is dropped stops the clock for as long as it waited', async () => {
  const loan = await given.running()
  const { due_at } = await loan.as('BORROWER').read()
  await give(loan, otherIban)
  await app.database.moveClock(6 * hour)
  await loan.as('LENDER').read()
  await loan.lender.browser.delete(`${path}/0`)
  const after = await loan.as('BORROWER').read()
  expect(after.clock_stopped).toBe(false)
  expect(moved(due_at, after.due_at)).toBe((6 * hour) / minute)
})

test('a lender cannot put off answering a claim by changing details', async () => {
  const loan = await given.running()
  const claimed = await loan.as('BORROWER').press('finalize')
  await give(loan, otherIban)
  expect(await loan.as('BORROWER').read()).toMatchObject({
    clock_stopped: false,
    deadline_at: claimed.deadline_at,
  })
  await app.database.moveClock(5 * day + hour)
  await until(async () => (await place(loan)) === 'ESCALATED DISPUTED')
})

test('under a hold nobody is late with a signature, and the days come back', async () => {
  const loan = await given.agreed()
  const { deadline_at } = await loan.as('BORROWER').read()
  await hold(loan)
  await app.database.moveClock(10 * day)
  await ticks()
  expect(await place(loan)).toBe('PENDING_SIGNATURE SIGNATURES')
  await lift(loan)
  const after = await loan.as('BORROWER').read()
  expect(Math.abs(moved(deadline_at, after.deadline_at) - (10 * day) / minute)).toBeLessThan(2)
  await app.database.moveClock(3 * day + hour)
  await until(async () => (await place(loan)) === 'CANCELLED ENDED')
})

test('under a hold the days to pay stand still', async () => {
  const loan = await given.signed()
  await hold(loan)
  expect(await loan.as('LENDER').try('reveal')).toBe('422 escrow_guarded')
  await app.database.moveClock(6 * day)
  await ticks()
  expect(await place(loan)).toBe('DOMAIN_IN_CUSTODY AWAITING_PAYMENT')
  await lift(loan)
  await app.database.moveClock(4 * day)
  await ticks()
  expect(await place(loan)).toBe('DOMAIN_IN_CUSTODY AWAITING_PAYMENT')
  await app.database.moveClock(day + hour)
  await until(async () => (await place(loan)) === 'CANCELLED ENDED')
})

test('a hold within grace moves its end, and not the due date that had passed', async () => {
  const loan = await given.running({ term: 30 })
  const first = await loan.as('BORROWER').read()
  await app.database.moveClock(32 * day)
  expect(await loan.as('BORROWER').read()).toMatchObject({ phase: 'IN_GRACE' })
  await hold(loan)
  await app.database.moveClock(20 * day)
  await ticks()
  expect(await loan.as('BORROWER').read()).toMatchObject({ phase: 'IN_GRACE', clock_stopped: true })
  expect(await claim(loan)).toBe('422 escrow_guarded')
  await lift(loan)
  expect(await claim(loan)).toBe('422 escrow_guarded')
  const after = await loan.as('BORROWER').read()
  expect(after.due_at).toBe(first.due_at)
  expect(Math.abs(moved(first.grace_until, after.grace_until) - (20 * day) / minute)).toBeLessThan(
    2,
  )
})

test('a hold within the notice stops it', async () => {
  const loan = await given.running({ term: 30 })
  await app.database.moveClock(38 * day)
  await claim(loan)
  await hold(loan)
  await app.database.moveClock(30 * day)
  await ticks()
  expect(await place(loan)).toBe('LOAN_POSTED DEFAULT_NOTICED')
  await lift(loan)
  await app.database.moveClock(19 * day)
  await ticks()
  expect(await place(loan)).toBe('LOAN_POSTED DEFAULT_NOTICED')
  await app.database.moveClock(2 * day)
  await until(async () => (await place(loan)) === 'LOAN_POSTED SEIZURE_READY')
})

test('stops that overlap count once, and a step taken meanwhile counts only what is left', async () => {
  const loan = await given.running()
  const first = await loan.as('BORROWER').read()
  await query(
    `insert into clock_stops (escrow_id, reason, began_at) values ($1, 'outage', app_now())`,
    [loan.id],
  )
  await give(loan, otherIban)
  await app.database.moveClock(2 * day)
  const claimed = await loan.as('BORROWER').press('finalize')
  await app.database.moveClock(day)
  await query('update clock_stops set ended_at = app_now() where escrow_id = $1', [loan.id])
  const after = await loan.as('BORROWER').read()
  expect(Math.abs(moved(first.due_at, after.due_at) - (3 * day) / minute)).toBeLessThan(2)
  expect(Math.abs(moved(claimed.deadline_at, after.deadline_at) - day / minute)).toBeLessThan(2)
})
