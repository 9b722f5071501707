import { dayMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenRefinance } from '../../../../test/given/given-refinance.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = givenRefinance(app)
const terms = { loan_amount: 10_000, apy: 24, term: 90 }

test('a part that the lender confirms goes to interest first, and less is owed from then on', async () => {
  const loan = await given.running(terms)
  await app.database.moveClock(30 * dayMs)
  const waits = await loan.as('BORROWER').submit('payments', { amount: 5_000, reference: 'Half' })
  expect(waits).toMatchObject({
    payments: [{ kind: 'PARTIAL', status: 'CLAIMED', amount: 5_000, interest: null }],
    per_diem: 6.58,
    payoff: { today: { amount: 10_197.26 } },
  })

  const paid = await loan.as('LENDER').submit('payments/confirm')

  expect(paid).toMatchObject({
    phase: 'ACTIVE',
    payments: [{ status: 'CONFIRMED', interest: 197.26, principal: 4_802.74 }],
    payoff: { today: { amount: 5_197.26 } },
    per_diem: 3.42,
  })
})

test('a part that did not come changes nothing, and another may be recorded', async () => {
  const loan = await given.running(terms)
  await loan.as('BORROWER').submit('payments', { amount: 100 })

  expect(await loan.as('LENDER').submit('payments/deny')).toMatchObject({
    payments: [{ status: 'DENIED' }],
    payoff: { today: { amount: 10_046.03 } },
  })
  expect(await loan.as('BORROWER').try('payments', { amount: 200 })).toBe('LOAN_POSTED ACTIVE')
})

test('a part is $25 or more, not more than is owed, and paid on a day that can be', async () => {
  const loan = await given.running(terms)
  const { value_date: first } = await loan.as('BORROWER').read()
  await app.database.moveClock(10 * dayMs)
  const pay = (body: object) => loan.as('BORROWER').try('payments', body)
  const on = (days: number) =>
    new Date(Date.parse(first ?? '') + (10 + days) * dayMs).toISOString().slice(0, 10)

  expect(await pay({ amount: 24.99 })).toBe('422 payment_too_small')
  expect(await pay({ amount: 10_065.76 })).toBe('422 payment_too_large')
  expect(await pay({ amount: 100, paid_on: on(1) })).toBe('422 date_out_of_range')
  expect(await pay({ amount: 100, paid_on: on(-11) })).toBe('422 date_out_of_range')
  await loan.as('BORROWER').submit('payments', { amount: 100, paid_on: on(-2) })
  await loan.as('LENDER').submit('payments/confirm')
  expect(await pay({ amount: 100, paid_on: on(-3) })).toBe('422 date_out_of_range')
})

test('the last few dollars are a part too; then only the lender’s word is missing', async () => {
  const loan = await given.running(terms)
  await loan.as('BORROWER').submit('payments', { amount: 10_030 })
  await loan.as('LENDER').submit('payments/confirm')
  await loan.as('BORROWER').submit('payments', { amount: 16.03 })

  const lender = await loan.as('LENDER').submit('payments/confirm')

  expect(lender).toMatchObject({
    phase: 'ACTIVE',
    payoff: { today: { amount: 0 }, due: { amount: 0 } },
    move: { whose: 'YOU', title: 'Finalize the loan' },
  })
  const count = async (who: 'borrower' | 'lender') =>
    (await loan[who].browser.post(`/escrow/${who}`, {})).json<{ moves: number }>().moves
  expect([await count('borrower'), await count('lender')]).toEqual([0, 1])
  const { events } = (await loan.as('BORROWER').get('/events')).json<{
    events: { words: string }[]
  }>()
  // Other events may come before it or after.
  const said = events.map(({ words }) => words)
  expect(said).toContainEqual(expect.stringContaining('Nothing more is owed'))
  expect(await loan.as('BORROWER').try('payments', { amount: 25 })).toMatch(/^422/)
  await app.database.moveClock(100 * dayMs)
  expect(await loan.as('LENDER').try('finalize', { outcome: 'DEFAULT' })).toBe('422 escrow_guarded')
  expect(await loan.as('LENDER').try('finalize')).toBe('FINALIZED_RETURN_TO_BORROWER ENDED')
})

test('claiming full repayment withdraws the open partial payment', async () => {
  const loan = await given.running(terms)
  await loan.as('BORROWER').submit('payments', { amount: 500 })

  const claimed = await loan.as('BORROWER').submit('finalize')

  expect(claimed.payments.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
    'PARTIAL WITHDRAWN',
    'FULL CLAIMED',
  ])
  expect(await loan.as('LENDER').try('payments/confirm')).toBe('422 escrow_guarded')
})

test('a dispute denies a part that waits, and Finalize confirms it', async () => {
  const disputed = await given.running(terms)
  await disputed.as('BORROWER').submit('payments', { amount: 500 })
  const frozen = await disputed.as('LENDER').submit('escalate')
  expect(frozen.payments).toMatchObject([{ status: 'DENIED' }])

  const ended = await given.running(terms)
  await ended.as('BORROWER').submit('payments', { amount: 500 })
  const over = await ended.as('LENDER').submit('finalize')
  expect(over.payments).toMatchObject([{ status: 'CONFIRMED', interest: 46.03, principal: 453.97 }])
})

test('a second click records no second part, and other figures are refused while one waits', async () => {
  const loan = await given.running(terms)
  const { version } = await loan.as('BORROWER').read()
  const first = await loan.as('BORROWER').submit('payments', { amount: 500, version })
  const again = await loan.as('BORROWER').submit('payments', { amount: 500, version })
  expect(again).toMatchObject({ version: first.version, payments: [{ amount: 500 }] })
  expect(await loan.as('BORROWER').try('payments', { amount: 600 })).toBe('409 escrow_wrong_status')

  const seen = { version: again.version }
  const one = await loan.as('LENDER').submit('payments/confirm', seen)
  const two = await loan.as('LENDER').submit('payments/confirm', seen)
  expect(two.version).toBe(one.version)
})

test('confirmed and denied at once: one of them counts', async () => {
  const loan = await given.running(terms)
  await loan.as('BORROWER').submit('payments', { amount: 500 })

  const answers = await Promise.all([
    loan.as('LENDER').try('payments/confirm'),
    loan.as('LENDER').try('payments/deny'),
  ])

  expect(answers.filter((answer) => answer === 'LOAN_POSTED ACTIVE')).toHaveLength(1)
})

test('only the borrower records a part, only the lender answers, and only while the loan runs', async () => {
  const loan = await given.signed(terms)
  expect(await loan.as('BORROWER').try('payments', { amount: 500 })).toBe('409 escrow_wrong_status')
  await loan.as('BORROWER').submit('markPaid')
  expect(await loan.as('LENDER').try('payments', { amount: 500 })).toBe('409 escrow_wrong_status')
  await loan.as('BORROWER').submit('payments', { amount: 500 })
  expect(await loan.as('BORROWER').try('payments/confirm')).toBe('409 escrow_wrong_status')
  const stranger = await app.given.verifiedUser()
  for (const path of ['payments', 'payments/confirm', 'payments/deny']) {
    const reply = await stranger.browser.post(`/escrow/${loan.id}/${path}`, {
      ...(path === 'payments' && { amount: 500 }),
    })
    expect(reply.json()).toMatchObject({ code: 'escrow_not_found' })
  }
})

test('what ends the loan can be asked for any day from the first on', async () => {
  const loan = await given.running(terms)
  const { value_date: first } = await loan.as('BORROWER').read()
  const quote = (date: string) => loan.as('LENDER').get(`/payoff?date=${date}`)
  const in90Days = new Date(Date.parse(first ?? '') + 90 * dayMs).toISOString().slice(0, 10)
  const before = new Date(Date.parse(first ?? '') - dayMs).toISOString().slice(0, 10)

  expect((await quote(in90Days)).json()).toEqual({
    date: in90Days,
    principal: 10_000,
    advances: 0,
    interest: 591.78,
    amount: 10_591.78,
    per_diem: 6.58,
  })
  expect((await loan.as('BORROWER').get('/payoff')).json()).toMatchObject({ date: first })
  expect((await quote(before)).json()).toMatchObject({ code: 'date_out_of_range' })
  const unpaid = await given.signed()
  expect((await unpaid.as('LENDER').get('/payoff')).statusCode).toBe(409)
  const stranger = await app.given.verifiedUser()
  expect((await stranger.browser.get(`/escrow/${loan.id}/payoff`)).statusCode).toBe(404)
})

test('the dates of a loan go into a calendar, each line short enough', async () => {
  const loan = await given.running(terms)
  const { due_at } = await loan.as('BORROWER').read()

  const reply = await loan.as('BORROWER').get('/calendar.ics')

  expect(reply.headers['content-type']).toBe('text/calendar; charset=utf-8')
  const text = reply.body.replaceAll('\r\n ', '')
  expect(text).toContain(`DTSTART:${due_at?.slice(0, 19).replaceAll(/[-:]/g, '')}Z\r\n`)
  expect(text).toContain(`SUMMARY:Repay $10\\,591.78: ${loan.domain.name}\r\n`)
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2)
  for (const line of reply.body.split('\r\n')) expect(line.length).toBeLessThanOrEqual(75)
  const stranger = await app.given.verifiedUser()
  expect((await stranger.browser.get(`/escrow/${loan.id}/calendar.ics`)).statusCode).toBe(404)
})

test('what was said to be paid, and when, is not changed by any process afterwards', async () => {
  const loan = await given.running(terms)
  await loan.as('BORROWER').submit('payments', { amount: 100 })

  for (const change of ['amount_cents = 1', `paid_on = '2026-01-01'`, `reference = 'x'`]) {
    const update = `update escrow_payments set ${change} where escrow_id = $1`
    await expect(app.db.pool.query(update, [loan.id]), change).rejects.toThrow('permission denied')
  }
})
