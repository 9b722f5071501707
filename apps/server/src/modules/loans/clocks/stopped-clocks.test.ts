import { dayMs, hourMs, minuteMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { bankDetails, givenLoans } from '../../../../test/given/given-loans.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = givenLoans(app)
const path = '/users/payout-details'
const otherIban = 'GB82WEST12345698765432'

type Loan = Awaited<ReturnType<typeof given.agreed>>
const claim = (loan: Loan) => loan.as('LENDER').try('finalize', { outcome: 'DEFAULT' })
const place = async (loan: Loan) => {
  const { status, phase } = await loan.as('LENDER').read()
  return `${status} ${phase}`
}
/** By how many whole days a date has moved; a part of one is a fault. */
const moved = (from: string | null, to: string | null) =>
  (Date.parse(to ?? '') - Date.parse(from ?? '')) / dayMs
const query = (text: string, values: unknown[]) => app.database.owner.pool.query(text, values)
const hold = (loan: Loan) =>
  query(
    `insert into domain_holds (domain_id, kind, note, created_at)
     values ($1, 'court', 'Order 12', app_now())`,
    [loan.domain.id],
  )
const lift = (loan: Loan) =>
  query('update domain_holds set lifted_at = app_now() where domain_id = $1', [loan.domain.id])
const stop = (loan: Loan) =>
  query(`insert into clock_stops (escrow_id, reason, began_at) values ($1, 'outage', app_now())`, [
    loan.id,
  ])
const start = (loan: Loan) =>
  query('update clock_stops set ended_at = app_now() where escrow_id = $1 and ended_at is null', [
    loan.id,
  ])
const give = async (loan: Loan, account = bankDetails.account) => {
  await loan.as('LENDER').read() // Logs in again where the clock was moved.
  const reply = await loan.lender.browser.put(path, { ...bankDetails, account })
  expect(reply.statusCode).toBe(200)
}
/** Gives a timer time to fire, whether it should or not. */
const ticks = () => new Promise((resolve) => setTimeout(resolve, 1500))

test('who gave no details cannot claim a default; once given, every date moves by that time', async () => {
  const loan = await given.running({ term: 30, withPayees: false })
  const first = await loan.as('BORROWER').read()
  expect(first).toMatchObject({ clock_stopped: true, your_payee: 'missing' })
  await app.database.moveClock(60 * dayMs)
  expect(await loan.as('BORROWER').read()).toMatchObject({ phase: 'ACTIVE', clock_stopped: true })
  expect(await claim(loan)).toBe('422 escrow_guarded')

  await give(loan)
  const after = await loan.as('BORROWER').read()
  expect(after).toMatchObject({ clock_stopped: false, phase: 'ACTIVE' })
  expect(moved(first.grace_until, after.grace_until)).toBe(moved(first.due_at, after.due_at))
  expect(moved(first.due_at, after.due_at)).toBe(61) // Sixty days and some seconds.
  expect(await claim(loan)).toBe('422 escrow_guarded')
  await app.database.moveClock(39 * dayMs)
  expect(await claim(loan)).toBe('LOAN_POSTED DEFAULT_NOTICED')
})

test('the sum due on the due date stays the same when stopped time moves that date', async () => {
  const loan = await given.running({ term: 30 })
  const first = await loan.as('BORROWER').read()
  await stop(loan)
  await app.database.moveClock(3 * dayMs + hourMs)
  const paused = await loan.as('BORROWER').read()
  await start(loan)
  const after = await loan.as('LENDER').read()

  expect(moved(first.due_at, paused.due_at)).toBe(4)
  expect(after.due_at).toBe(paused.due_at)
  for (const seen of [paused, after]) {
    expect(seen.repay).toBe(first.repay)
    expect(seen.payoff?.due.amount).toBe(first.payoff?.due.amount)
  }
})

test('less than an hour in all moves nothing, and more moves a whole day', async () => {
  const loan = await given.running({ term: 30 })
  const first = await loan.as('BORROWER').read()
  const pauseFor = async (ms: number) => {
    await stop(loan)
    await app.database.moveClock(ms)
    await start(loan)
    await loan.as('LENDER').try('escalate', { version: 0 }) // Looked at, and nothing else.
    return loan.as('BORROWER').read()
  }

  const short = await pauseFor(25 * minuteMs)
  expect(short).toMatchObject({ due_at: first.due_at, grace_until: first.grace_until })
  const second = await pauseFor(20 * minuteMs)
  expect(second.due_at).toBe(first.due_at)
  const third = await pauseFor(20 * minuteMs)
  expect(moved(first.due_at, third.due_at)).toBe(1)
  expect(third.repay).toBe(first.repay)
})

test('while it lasts both sides read the same dates, why and since when, reload after reload', async () => {
  const loan = await given.running({ term: 30 })
  await stop(loan)
  await app.database.moveClock(5 * hourMs)
  const borrower = await loan.as('BORROWER').read()
  await app.database.moveClock(10 * minuteMs)
  const lender = await loan.as('LENDER').read()

  expect([lender.due_at, lender.grace_until]).toEqual([borrower.due_at, borrower.grace_until])
  for (const { pause } of [borrower, lender]) {
    expect(pause).toMatchObject({ reason: 'OPERATOR', title: 'The clock is paused.' })
    expect(pause?.note).toContain('an operator stopped it: outage')
  }
})

test('who tried to repay and could not owes no interest from that day until it can be paid', async () => {
  const loan = await given.running({ term: 30, withPayees: false })
  expect(await loan.as('LENDER').try('tender')).toBe('409 escrow_wrong_status')
  await app.database.moveClock(10 * dayMs)
  const before = await loan.as('BORROWER').submit('tender')
  expect(await loan.as('BORROWER').try('tender')).toBe('LOAN_POSTED ACTIVE') // A second click.
  await app.database.moveClock(12 * dayMs)
  const waiting = await loan.as('BORROWER').read()
  expect(waiting.payoff?.today.amount).toBeLessThanOrEqual(before.payoff?.today.amount ?? 0)

  await give(loan)
  await app.database.moveClock(dayMs)
  const after = await loan.as('BORROWER').read()
  const perDay = Math.round(
    ((after.payoff?.today.amount ?? 0) - (waiting.payoff?.today.amount ?? 0)) * 100,
  )
  expect(Math.abs(perDay - Math.round(after.per_diem * 100))).toBeLessThanOrEqual(1)
})

test('a loan that ended stays as it was, when the lender adds payment details afterwards', async () => {
  const loan = await given.running({ term: 30, withPayees: false })
  await loan.as('BORROWER').submit('tender')
  await loan.as('LENDER').submit('finalize')
  const readRow = async () => {
    const { rows } = await query(
      `select to_jsonb(e) - 'event_count' - 'head_hash' as row from escrows as e where id = $1`,
      [loan.id],
    )
    return rows[0].row
  }
  const ended = await readRow()
  expect(ended).toMatchObject({ phase: 'ENDED', tendered_on: expect.any(String) })

  await give(loan)
  await app.database.moveClock(2 * dayMs)
  await loan.as('LENDER').submit('finalize') // A second click, which is no error.

  expect(await readRow()).toEqual(ended)
})

test('payment details that were added before the loan runs do not move its dates', async () => {
  const loan = await given.signed({ term: 30, withPayees: false })
  await app.database.moveClock(2 * dayMs)
  await give(loan)
  await app.database.moveClock(dayMs)
  const runs = await loan.as('BORROWER').submit('markPaid')
  await app.database.moveClock(hourMs)
  await loan.as('LENDER').try('escalate', { version: 0 })
  const later = await loan.as('BORROWER').read()
  expect([later.due_at, later.grace_until]).toEqual([runs.due_at, runs.grace_until])
})

test('a change of the lender’s details stops the notice for its 24 hours', async () => {
  const loan = await given.running({ term: 30 })
  await app.database.moveClock(38 * dayMs)
  expect(await claim(loan)).toBe('LOAN_POSTED DEFAULT_NOTICED')
  const noticed = await loan.as('BORROWER').read()
  await app.database.moveClock(19 * dayMs + 12 * hourMs)
  await give(loan, otherIban)
  expect(await loan.as('BORROWER').read()).toMatchObject({ clock_stopped: true })
  await app.database.moveClock(23 * hourMs)
  await ticks()
  expect(await place(loan)).toBe('LOAN_POSTED DEFAULT_NOTICED')
  await app.database.moveClock(2 * hourMs)
  await ticks()
  const after = await loan.as('BORROWER').read()
  expect(after).toMatchObject({ phase: 'DEFAULT_NOTICED', clock_stopped: false })
  expect(moved(noticed.objection_until, after.objection_until)).toBe(1)
  await app.database.moveClock(12 * hourMs)
  await until(async () => (await place(loan)) === 'LOAN_POSTED SEIZURE_READY')
})

test('a change that is dropped stops the clock for as long as it waited', async () => {
  const loan = await given.running()
  const { due_at } = await loan.as('BORROWER').read()
  await give(loan, otherIban)
  await app.database.moveClock(6 * hourMs)
  await loan.as('LENDER').read()
  await loan.lender.browser.delete(`${path}/0`)
  const after = await loan.as('BORROWER').read()
  expect(after.clock_stopped).toBe(false)
  expect(moved(due_at, after.due_at)).toBe(1)
})

test('a lender cannot put off answering a claim by changing details', async () => {
  const loan = await given.running()
  const claimed = await loan.as('BORROWER').submit('finalize')
  await give(loan, otherIban)
  expect(await loan.as('BORROWER').read()).toMatchObject({
    clock_stopped: false,
    deadline_at: claimed.deadline_at,
  })
  await app.database.moveClock(5 * dayMs + hourMs)
  await until(async () => (await place(loan)) === 'ESCALATED DISPUTED')
})

test('under a hold nobody is late with a signature, and the days come back', async () => {
  const loan = await given.agreed()
  const { deadline_at } = await loan.as('BORROWER').read()
  await hold(loan)
  await app.database.moveClock(10 * dayMs)
  await ticks()
  expect(await place(loan)).toBe('PENDING_SIGNATURE SIGNATURES')
  await lift(loan)
  const after = await loan.as('BORROWER').read()
  expect(moved(deadline_at, after.deadline_at)).toBe(11)
  await app.database.moveClock(4 * dayMs + hourMs)
  await until(async () => (await place(loan)) === 'CANCELLED ENDED')
})

test('under a hold the days to pay stand still', async () => {
  const loan = await given.signed()
  await hold(loan)
  expect(await loan.as('LENDER').try('reveal')).toBe('422 escrow_guarded')
  await app.database.moveClock(6 * dayMs)
  await ticks()
  expect(await place(loan)).toBe('DOMAIN_IN_CUSTODY AWAITING_PAYMENT')
  await lift(loan)
  await app.database.moveClock(4 * dayMs)
  await ticks()
  expect(await place(loan)).toBe('DOMAIN_IN_CUSTODY AWAITING_PAYMENT')
  await app.database.moveClock(2 * dayMs + hourMs)
  await until(async () => (await place(loan)) === 'CANCELLED ENDED')
})

test('a hold within grace moves its end, not the due date that had passed, and bears no interest', async () => {
  const loan = await given.running({ term: 30 })
  const first = await loan.as('BORROWER').read()
  await app.database.moveClock(32 * dayMs)
  const late = await loan.as('BORROWER').read()
  expect(late).toMatchObject({ phase: 'IN_GRACE' })
  await hold(loan)
  await app.database.moveClock(20 * dayMs)
  await ticks()
  const held = await loan.as('BORROWER').read()
  expect(held).toMatchObject({ phase: 'IN_GRACE', clock_stopped: true })
  expect(held.payoff?.today.amount).toBe(late.payoff?.today.amount)
  expect(await claim(loan)).toBe('422 escrow_guarded')
  await lift(loan)
  expect(await claim(loan)).toBe('422 escrow_guarded')
  const after = await loan.as('BORROWER').read()
  expect(after.due_at).toBe(first.due_at)
  expect(moved(first.grace_until, after.grace_until)).toBe(21)
})

test('a hold within the notice stops it', async () => {
  const loan = await given.running({ term: 30 })
  await app.database.moveClock(38 * dayMs)
  await claim(loan)
  await hold(loan)
  await app.database.moveClock(30 * dayMs)
  await ticks()
  expect(await place(loan)).toBe('LOAN_POSTED DEFAULT_NOTICED')
  await lift(loan)
  await app.database.moveClock(19 * dayMs)
  await ticks()
  expect(await place(loan)).toBe('LOAN_POSTED DEFAULT_NOTICED')
  await app.database.moveClock(3 * dayMs)
  await until(async () => (await place(loan)) === 'LOAN_POSTED SEIZURE_READY')
})

test('overlapping stops count once, and a phase that ends during a stop adds the stopped time so far', async () => {
  const loan = await given.running()
  const first = await loan.as('BORROWER').read()
  await stop(loan)
  await give(loan, otherIban)
  await app.database.moveClock(2 * dayMs)
  const claimed = await loan.as('BORROWER').submit('finalize')
  await app.database.moveClock(dayMs)
  await start(loan)
  const after = await loan.as('BORROWER').read()
  // Two days and some seconds, then one: each part is rounded up.
  expect(moved(first.due_at, after.due_at)).toBe(5)
  expect(moved(claimed.deadline_at, after.deadline_at)).toBe(2)
})
