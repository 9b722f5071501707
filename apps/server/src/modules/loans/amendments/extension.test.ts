import { sayDate, sayTime } from '@pier/protocol/say-time'
import { execFileSync } from 'node:child_process'
import { dayMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { until } from '../../../../test/given/given-payments.ts'
import { givenRefinance } from '../../../../test/given/given-refinance.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = givenRefinance(app)
const terms = { loan_amount: 10_000, apy: 24, term: 60 }
const later = (date: string | null, days: number) =>
  new Date(Date.parse(date ?? '') + days * dayMs).toISOString().slice(0, 10)

test('a later due date that the other side agrees to moves due date and grace, at the same rate', async () => {
  const loan = await given.running(terms)
  const { due_at } = await loan.as('BORROWER').read()
  const due_on = later(due_at, 30)
  const proposed = await loan.as('BORROWER').submit('extension', { due_on, statement: 'A sale.' })
  expect(proposed).toMatchObject({
    due_at,
    proposals: [{ kind: 'EXTENSION', by: 'BORROWER', due_on, pays_interest: true }],
  })

  const extended = await loan.as('LENDER').submit('extension/accept')

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
  // The annex is written by a job, which may have been as quick as this test.
  const agreed = `agreed to ${sayDate(due_on)} as due date. Interest so far is paid`
  expect(events.filter(({ words }) => words.includes(agreed))).toHaveLength(1)
  const { rows } = await app.database.owner.pool.query(
    `select data from escrow_events where escrow_id = $1 and action = 'extend'`,
    [loan.id],
  )
  expect(rows).toMatchObject([{ data: { termsVersion: 2, dueOn: due_on, paysInterest: true } }])
})

test('each extension is a numbered annex among the files, with both names and both times', async () => {
  const loan = await given.running(terms)
  const { due_at } = await loan.as('BORROWER').read()
  const [first, second] = [later(due_at, 30), later(due_at, 60)]
  type Files = { files: { id: string; kind: string; number: number; name: string }[] }
  const annexes = async () =>
    (await loan.as('LENDER').get('/files'))
      .json<Files>()
      .files.filter(({ kind }) => kind === 'annex')

  await loan.as('BORROWER').submit('extension', { due_on: first, statement: 'A sale.' })
  const { version } = await loan.as('LENDER').read()
  await loan.as('LENDER').submit('extension/accept', { version })
  await loan.as('LENDER').submit('extension/accept', { version }) // The second click.
  await loan.as('LENDER').submit('extension', { due_on: second, pays_interest: false })
  await loan.as('BORROWER').submit('extension/accept')
  await until(async () => (await annexes()).length === 2)

  const files = (await annexes()).toSorted((a, b) => a.number - b.number)
  expect(files.map(({ number }) => number)).toEqual([1, 2])
  const read = async (at: number) => {
    const { rawPayload: input } = await loan.as('BORROWER').get(`/files/${files[at]?.id}`)
    return execFileSync('pdftotext', ['-layout', '-', '-'], { input }).toString()
  }
  const nameOf = async (party: 'BORROWER' | 'LENDER') =>
    (await loan.as(party).browser.get('/users/self')).json<{ name: string }>().name
  const { rows: lines } = await app.database.owner.pool.query<{ at: Date; hash: string }>(
    `select at, encode(hash, 'hex') as hash from escrow_events
     where escrow_id = $1 and action in ('proposeExtension', 'extend') order by seq`,
    [loan.id],
  )
  const time = (at: number) => sayTime(lines[at]?.at ?? new Date(0))
  const text = await read(0)
  expect(text).toMatch(/Annex 1 to agreement LN-/)
  expect(text).toMatch(new RegExp(`Previous Due Date +${sayDate((due_at ?? '').slice(0, 10))}`))
  expect(text).toMatch(new RegExp(`New Due Date +${sayDate(first)}`))
  expect(text).toContain(`${await nameOf('BORROWER')} (Borrower), ${time(0)}`)
  expect(text).toContain(`${await nameOf('LENDER')} (Lender), ${time(1)}`)
  expect(text.replaceAll(/\s/g, '')).toContain(lines[1]?.hash)
  expect(text).toContain('“A sale.”')
  const next = await read(1)
  expect(next).toMatch(new RegExp(`Previous Due Date +${sayDate(first)}`))
  expect(next).toContain('is paid with the rest')

  const bundle = await loan.as('BORROWER').get('/bundle')
  expect(bundle.rawPayload.includes('annex-2.pdf')).toBe(true)
})

test('an extension ends a notice', async () => {
  const loan = await given.running(terms)
  const { due_at } = await loan.as('BORROWER').read()
  await app.database.moveClock(69 * dayMs)
  expect(await loan.as('LENDER').try('finalize', { outcome: 'DEFAULT' })).toBe(
    'LOAN_POSTED DEFAULT_NOTICED',
  )
  await loan.as('LENDER').submit('extension', { due_on: later(due_at, 40), pays_interest: false })

  const agreed = await loan.as('BORROWER').submit('extension/accept')

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
  await loan.as('BORROWER').submit('extension', { due_on })
  expect(await loan.as('LENDER').submit('extension/decline')).toMatchObject({
    proposals: [],
    due_at,
  })
  expect(await loan.as('LENDER').try('extension/accept')).toBe('422 escrow_guarded')

  await loan.as('BORROWER').submit('extension', { due_on })
  expect(await loan.as('BORROWER').try('extension/accept')).toBe('422 escrow_guarded')
  expect(await loan.as('BORROWER').submit('extension/decline')).toMatchObject({
    proposals: [],
    due_at,
  })
})

test('what was proposed for a day that has passed meanwhile is proposed anew', async () => {
  const loan = await given.running(terms)
  const { due_at } = await loan.as('BORROWER').read()
  await loan.as('BORROWER').submit('extension', { due_on: later(due_at, 2) })

  await app.database.moveClock(63 * dayMs)

  expect(await loan.as('LENDER').try('extension/accept')).toBe('409 proposal_overtaken')
})

test('nothing is extended while the clock stands still or the domain is on hold', async () => {
  const loan = await given.running({ ...terms, withPayees: false })
  const { due_at } = await loan.as('BORROWER').read()
  await loan.as('LENDER').submit('extension', { due_on: later(due_at, 30) })
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
  await loan.as('BORROWER').submit('extension', { due_on: later(due_at, 30) })

  expect(await loan.as('LENDER').submit('escalate')).toMatchObject({ proposals: [] })
  expect(await loan.as('LENDER').try('extension/accept')).toBe('409 escrow_wrong_status')
})

test('a second click is no error, other terms are, and a stranger finds nothing', async () => {
  const loan = await given.running(terms)
  const { due_at, version } = await loan.as('BORROWER').read()
  const body = { due_on: later(due_at, 30), version }
  await loan.as('BORROWER').submit('extension', body)
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
