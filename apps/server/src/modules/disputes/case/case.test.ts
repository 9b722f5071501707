import { hourMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { givenOperators } from '../../../../test/given/given-operators.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = { ...givenLoans(app), ...givenOperators(app) }

type OwnCase = {
  stage: string
  can_state: string | null
  statements: { party: string; kind: string; body: string }[]
  questions: { id: string; answer: string | null }[]
  rulings: { id: string; state: string; can_accept: boolean; can_appeal: boolean }[]
}
type Loan = Awaited<ReturnType<typeof given.running>>
type Party = 'BORROWER' | 'LENDER'

async function disputed() {
  const loan = await given.running()
  const statement = 'Nothing with this reference has arrived.'
  const { version } = await loan.as('LENDER').submit('escalate', { statement })
  const { rows } = await app.database.owner.pool.query<{ id: string }>(
    'select id from escrow_disputes where escrow_id = $1 and closed_at is null',
    [loan.id],
  )
  return { loan, version, caseId: rows[0]?.id ?? '' }
}
const read = async (loan: Loan, party: Party): Promise<OwnCase> => {
  const found = (await loan.as(party).get('/case')).json<{ case: OwnCase | null }>().case
  expect(found).not.toBeNull()
  return found as OwnCase
}
const say = async (loan: Loan, party: Party, kind: string, text = 'This is what happened.') => {
  const reply = await loan.as(party).post('case/statements', { kind, text })
  return reply.statusCode === 201
    ? reply.json<OwnCase>().stage
    : reply.json<{ code: string }>().code
}

test('each side says what happened once, then answers the other once', async () => {
  const { loan } = await disputed()
  expect(await read(loan, 'BORROWER')).toMatchObject({
    stage: 'statements',
    can_state: 'statement',
  })
  expect(await read(loan, 'LENDER')).toMatchObject({
    can_state: null,
    statements: [{ party: 'LENDER', body: 'Nothing with this reference has arrived.' }],
  })

  expect(await say(loan, 'LENDER', 'statement')).toBe('stated_already')
  expect(await say(loan, 'LENDER', 'reply')).toBe('reply_too_early')
  expect(await say(loan, 'BORROWER', 'statement')).toBe('replies')
  expect(await say(loan, 'BORROWER', 'statement')).toBe('stated_already')
  await app.mailTo(loan.lender.email, 'The other side made a statement')

  expect(await say(loan, 'LENDER', 'reply')).toBe('replies')
  expect(await say(loan, 'BORROWER', 'reply')).toBe('ready')
  expect(await read(loan, 'LENDER')).toMatchObject({ can_state: null, stage: 'ready' })
  const { events } = (await loan.as('BORROWER').get('/events')).json<{
    events: { action: string }[]
  }>()
  // Letters are written by a separate job, at any time.
  const noted = events.map(({ action }) => action).filter((action) => action !== 'writeLetter')
  expect(noted.slice(-3)).toEqual(['statement', 'reply', 'reply'])
})

test('two clicks at once are one statement', async () => {
  const { loan } = await disputed()
  const tries = [say(loan, 'BORROWER', 'statement'), say(loan, 'BORROWER', 'statement')]
  expect((await Promise.all(tries)).toSorted()).toEqual(['replies', 'stated_already'])
})

test('a stranger finds no case, and a loan without a dispute has none', async () => {
  const { loan } = await disputed()
  const { browser } = await app.given.verifiedUser()
  const path = `/escrow/${loan.id}/case`
  expect((await browser.get(path)).statusCode).toBe(404)
  const said = { kind: 'statement', text: 'I know better.' }
  expect((await browser.post(`${path}/statements`, said)).statusCode).toBe(404)

  const quiet = await given.running()
  expect((await quiet.as('LENDER').get('/case')).json()).toEqual({ case: null })
  expect(await say(quiet, 'LENDER', 'statement')).toBe('case_not_found')
})

test('what comes late still counts, until a ruling is proposed', async () => {
  const { loan, version } = await disputed()
  await app.database.moveClock(73 * hourMs)
  expect((await read(loan, 'BORROWER')).stage).toBe('replies')
  expect(await say(loan, 'LENDER', 'reply')).toBe('replies')
  expect(await say(loan, 'BORROWER', 'statement')).toBe('replies')

  const officer = await given.operator('case_officer')
  const rule = { outcome: 'REPAID', version }
  expect((await officer.key(`/loans/${loan.id}/rule`, rule)).statusCode).toBe(201)
  expect(await read(loan, 'BORROWER')).toMatchObject({ stage: 'proposed', can_state: null })
  expect((await read(loan, 'BORROWER')).rulings).toEqual([])
  expect(await say(loan, 'BORROWER', 'reply')).toBe('case_decided')
})

test('an appeal is decided by two others, and the first two are refused', async () => {
  const { loan, version } = await disputed()
  const [first, second] = [await both(), await both()]
  const proposed = await first.key(`/loans/${loan.id}/rule`, { outcome: 'REPAID', version })
  const { id } = proposed.json<{ id: string }>()
  expect((await second.key(`/decisions/${id}/confirm`)).statusCode).toBe(200)
  const [ruling] = (await read(loan, 'LENDER')).rulings
  expect(ruling).toMatchObject({ id, state: 'announced', can_accept: true, can_appeal: true })
  expect((await read(loan, 'BORROWER')).rulings[0]).toMatchObject({ can_accept: false })
  expect(await answer(loan, 'BORROWER', `${id}/accept`)).toBe('ruling_not_against')

  const text = 'The statement of my bank shows that nothing came.'
  expect(await answer(loan, 'LENDER', `${id}/appeal`, { text })).toBe('appeal')
  expect(await answer(loan, 'LENDER', `${id}/appeal`, { text })).toBe('appeal')
  expect(await answer(loan, 'BORROWER', `${id}/appeal`, { text })).toBe('decision_decided')
  await app.mailTo(loan.borrower.email, 'The ruling was appealed')

  const dueOn = inTwentyDays()
  const cure = { outcome: 'CURE', version, due_on: dueOn }
  for (const each of [first, second]) {
    const refused = await each.key(`/loans/${loan.id}/rule`, cure)
    expect(refused.json()).toMatchObject({ code: 'both_keys' })
  }
  const [third, fourth] = [await both(), await both()]
  const again = await third.key(`/loans/${loan.id}/rule`, cure)
  const appeal = again.json<{ id: string }>()
  for (const each of [first, second, third]) {
    const refused = await each.key(`/decisions/${appeal.id}/confirm`)
    expect(refused.json()).toMatchObject({ code: 'both_keys' })
  }
  const done = await fourth.key(`/decisions/${appeal.id}/confirm`)
  expect(done.json()).toMatchObject({ state: 'done', appeal_of: id })
  expect(await loan.as('LENDER').read()).toMatchObject({ status: 'LOAN_POSTED' })
  const closed = await read(loan, 'LENDER')
  expect(closed).toMatchObject({ stage: 'closed', can_state: null })
  expect(closed.rulings.map(({ state }) => state)).toEqual(['overtaken', 'done'])
})

test('after cure time there can be another dispute, with a case of its own', async () => {
  const { loan, version } = await disputed()
  const [officer, approver] = [await both(), await both()]
  const dueOn = inTwentyDays()
  const cure = { outcome: 'CURE', version, due_on: dueOn }
  const { id } = (await officer.key(`/loans/${loan.id}/rule`, cure)).json<{ id: string }>()
  await approver.key(`/decisions/${id}/confirm`)
  for (const party of ['BORROWER', 'LENDER'] as const) await answer(loan, party, `${id}/accept`)
  const cured = await loan.as('LENDER').read()
  expect(cured.status).toBe('LOAN_POSTED')

  const again = await loan.as('BORROWER').submit('escalate', { reason: 'TERMS' })
  const fresh = await read(loan, 'BORROWER')
  expect(fresh).toMatchObject({ stage: 'statements', statements: [], rulings: [] })
  // Whoever confirmed in the previous case may propose in this one.
  const next = { outcome: 'REPAID', version: again.version }
  expect((await approver.key(`/loans/${loan.id}/rule`, next)).statusCode).toBe(201)
})

test('a borrower who accepts to lose the domain is asked as for a surrender', async () => {
  const { loan, version } = await noticed()
  const [officer, approver] = [await both(), await both()]
  const rule = { outcome: 'DEFAULT', version }
  const { id } = (await officer.key(`/loans/${loan.id}/rule`, rule)).json<{ id: string }>()
  await approver.key(`/decisions/${id}/confirm`)
  await loan.as('BORROWER').read() // Logs in again after the clock was moved.
  await app.database.owner.pool.query(
    `update sessions set created_at = created_at - interval '20 minutes'
     where user_id = (select id from users where email = $1)`,
    [loan.borrower.email],
  )
  expect(await answer(loan, 'BORROWER', `${id}/accept`)).toBe('step_up_required')
  const { browser, password } = loan.borrower
  const asked = { action: 'surrender_domain', object: loan.id, password }
  expect((await browser.post('/users/step-up', asked)).statusCode).toBe(204)
  expect(await answer(loan, 'BORROWER', `${id}/accept`)).toBe('closed')
  expect(await loan.as('LENDER').read()).toMatchObject({ status: 'FINALIZED_LENDER_SEIZURE' })
})

/** Disputed by its borrower; the notice period ends before this returns. */
async function noticed() {
  const loan = await given.running({ term: 30 })
  await app.database.moveClock(38 * 24 * hourMs)
  await loan.as('LENDER').submit('finalize', { outcome: 'DEFAULT' })
  await app.database.moveClock(19 * 24 * hourMs)
  const { version } = await loan.as('BORROWER').submit('escalate')
  await app.database.moveClock(2 * 24 * hourMs)
  return { loan, version }
}

const inTwentyDays = () => new Date(app.database.now() + 480 * hourMs).toISOString().slice(0, 10)
const both = () => given.operator('case_officer', 'approver')

async function answer(loan: Loan, party: Party, path: string, body: object = {}): Promise<string> {
  const reply = await loan.as(party).post(`case/rulings/${path}`, body)
  return reply.statusCode === 200
    ? reply.json<OwnCase>().stage
    : reply.json<{ code: string }>().code
}
