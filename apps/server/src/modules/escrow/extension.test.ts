import { expect, test } from 'vitest'
import { givenRefinance } from '../../testing/given-refinance.ts'
import { useTestApp } from '../../testing/test-app.ts'

const app = useTestApp()
const given = givenRefinance(app)
const day = 86_400_000
const terms = { loan_amount: 10_000, apy: 24, term: 60 }
const later = (date: string | null, days: number) =>
  new Date(Date.parse(date ?? '') + days * day).toISOString().slice(0, 10)

test('a later due date that the other side agrees to moves due date and grace, at the same rate', async () => {
  const loan = await given.running(terms)
  const { due_at } = await loan.as('BORROWER').read()
  const due_on = later(due_at, 30)
  const proposed = await loan.as('BORROWER').press('extension', { due_on, statement: 'A sale.' })
  expect(proposed).toMatchObject({
    due_at,
    proposals: [{ kind: 'EXTENSION', by: 'BORROWER', due_on, pays_interest: true }],
  })

  const extended = await loan.as('LENDER').press('extension/accept')

  expect(extended).toMatchObject({
    phase: 'ACTIVE',
    due_at: `${due_on}T23:59:59.000Z`,
    grace_until: `${later(due_on, 7)}T23:59:59.000Z`,
    payoff: { due: { amount: 10_591.78 } },
    proposals: [],
    term: 60,
    apy: 24,
  })
  const { events } = (await loan.as('BORROWER').get('/events')).json<{
    events: { words: string }[]
  }>()
  expect(events.at(-1)?.words).toContain(`agreed to ${due_on} as due date. Interest so far is paid`)
  const { rows } = await app.database.owner.pool.query(
    `select data from escrow_events where escrow_id = $1 and action = 'extend'`,
    [loan.id],
  )
  expect(rows).toMatchObject([{ data: { termsVersion: 2, dueOn: due_on, paysInterest: true } }])
})

test('an extension ends a notice', async () => {
  const loan = await given.running(terms)
  const { due_at } = await loan.as('BORROWER').read()
  await app.database.moveClock(69 * day)
  expect(await loan.as('LENDER').try('finalize', { outcome: 'DEFAULT' })).toBe(
    'LOAN_POSTED DEFAULT_NOTICED',
  )
  await loan.as('LENDER').press('extension', { due_on: later(due_at, 40), pays_interest: false })

  const agreed = await loan.as('BORROWER').press('extension/accept')

  expect(agreed).toMatchObject({ phase: 'ACTIVE', objection_until: null })
})

test('a due date is not in the past, and later than the one that is agreed', async () => {
  const loan = await given.running(terms)
  const { due_at, value_date } = await loan.as('BORROWER').read()
  const propose = (due_on: string) => loan.as('BORROWER').try('extension', { due_on })

  expect(await propose(later(due_at, 0))).toBe('422 date_out_of_range')
  expect(await propose(later(value_date, -1))).toBe('422 date_out_of_range')
  expect(await propose(later(value_date, 3_000))).toBe('422 date_out_of_range')
  expect(await propose(later(due_at, 1))).toBe('LOAN_POSTED ACTIVE')
})

test('declined by the other or taken back by oneself, nothing has changed', async () => {
  const loan = await given.running(terms)
  const { due_at } = await loan.as('BORROWER').read()
  const due_on = later(due_at, 30)
  await loan.as('BORROWER').press('extension', { due_on })
  expect(await loan.as('LENDER').press('extension/decline')).toMatchObject({
    proposals: [],
    due_at,
  })
  expect(await loan.as('LENDER').try('extension/accept')).toBe('422 escrow_guarded')

  await loan.as('BORROWER').press('extension', { due_on })
  expect(await loan.as('BORROWER').try('extension/accept')).toBe('422 escrow_guarded')
  expect(await loan.as('BORROWER').press('extension/decline')).toMatchObject({
    proposals: [],
    due_at,
  })
})

test('what was proposed for a day that has passed meanwhile is proposed anew', async () => {
  const loan = await given.running(terms)
  const { due_at } = await loan.as('BORROWER').read()
  await loan.as('BORROWER').press('extension', { due_on: later(due_at, 2) })

  await app.database.moveClock(63 * day)

  expect(await loan.as('LENDER').try('extension/accept')).toBe('409 proposal_overtaken')
})

test('nothing is extended while the clock stands still or the domain is on hold', async () => {
  const loan = await given.running({ ...terms, withPayees: false })
  const { due_at } = await loan.as('BORROWER').read()
  await loan.as('LENDER').press('extension', { due_on: later(due_at, 30) })
  expect(await loan.as('BORROWER').try('extension/accept')).toBe('422 escrow_guarded')

  await given.payee(loan.lender)
  await app.database.owner.pool.query(
    `insert into domain_holds (domain_id, kind, note, created_at) values ($1, 'theft', 'x', app_now())`,
    [loan.domain.id],
  )
  expect(await loan.as('BORROWER').try('extension/accept')).toBe('422 escrow_guarded')
})

test('a dispute ends the proposals that waited', async () => {
  const loan = await given.running(terms)
  const { due_at } = await loan.as('BORROWER').read()
  await loan.as('BORROWER').press('extension', { due_on: later(due_at, 30) })

  expect(await loan.as('LENDER').press('escalate')).toMatchObject({ proposals: [] })
  expect(await loan.as('LENDER').try('extension/accept')).toBe('409 escrow_wrong_status')
})

test('a second click is no error, other terms are, and a stranger finds nothing', async () => {
  const loan = await given.running(terms)
  const { due_at, version } = await loan.as('BORROWER').read()
  const body = { due_on: later(due_at, 30), version }
  await loan.as('BORROWER').press('extension', body)
  expect(await loan.as('BORROWER').try('extension', body)).toBe('LOAN_POSTED ACTIVE')
  expect(await loan.as('BORROWER').try('extension', { due_on: later(due_at, 31) })).toBe(
    '409 escrow_wrong_status',
  )
  const stranger = await app.given.verifiedUser()
  for (const [path, sent] of Object.entries({ '': body, '/accept': {}, '/decline': {} })) {
    const reply = await stranger.browser.post(`/escrow/${loan.id}/extension${path}`, sent)
    expect(reply.json()).toMatchObject({ code: 'escrow_not_found' })
  }

  const answers = await Promise.all([
    loan.as('LENDER').try('extension/accept'),
    loan.as('LENDER').try('extension/accept'),
    loan.as('BORROWER').try('extension/decline'),
  ])
  const { rows } = await app.database.owner.pool.query(
    `select status from escrow_proposals where escrow_id = $1`,
    [loan.id],
  )
  expect(rows).toHaveLength(1)
  expect(['ACCEPTED', 'WITHDRAWN']).toContain(rows[0]?.status)
  expect(answers.filter((answer) => answer.startsWith('5'))).toEqual([])
})

test('who logged in long ago confirms that it is them', async () => {
  const loan = await given.running(terms)
  const { due_at } = await loan.as('BORROWER').read()
  await app.database.owner.pool.query(
    `update sessions set created_at = created_at - interval '13 hours'
     where user_id = (select id from users where email = $1)`,
    [loan.borrower.email],
  )

  const reply = await loan.as('BORROWER').post('extension', { due_on: later(due_at, 30) })

  expect(reply.json()).toMatchObject({ code: 'step_up_required', action: 'amend_loan' })
})
