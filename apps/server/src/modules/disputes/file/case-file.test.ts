import { hourMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import {
  givenOperators,
  reason,
  type TestOperator,
} from '../../../../test/given/given-operators.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = { ...givenLoans(app), ...givenOperators(app) }
const query = (text: string, values: unknown[] = []) => app.database.owner.pool.query(text, values)

type Loan = Awaited<ReturnType<typeof given.running>>
type CaseFile = {
  number: number
  version: number
  stage: string
  move: { whose: string; title: string; otherwise: string }
  facts: { label: string; value: string }[]
  borrower: { email: string; record: string }
  lender: { email: string; record: string }
  questions: { id: string; answer: string | null }[]
  rail: string
  exhibits: { number: number; weight: string | null; hash: string }[]
  timeline: { words: string; state: string }[]
  settlements: { by: string; words: string }[]
  choices: { outcome: string; is_open: boolean; note: string; template: string }[]
  checks: { words: string; is_met: boolean; note: string | null }[]
  can_propose: boolean
  why_not: string | null
  decisions: { can_confirm: boolean }[]
}

/** The borrower says it is repaid, the lender that nothing came. */
async function contested() {
  const loan = await given.running()
  await loan.as('BORROWER').submit('reveal')
  const { payoff } = await loan.as('BORROWER').read()
  const amount = payoff?.today.amount ?? 0
  await loan.as('BORROWER').submit('finalize', { amount, reference: 'OUT' })
  const statement = 'Nothing with this reference has arrived.'
  const { version } = await loan.as('LENDER').submit('contest', { statement })
  const { rows } = await query('select id from escrow_disputes where escrow_id = $1', [loan.id])
  return { loan, version, amount, caseId: (rows[0] as { id: string }).id }
}
const look = async (operator: TestOperator, caseId: string): Promise<CaseFile> => {
  const reply = await operator.get(`/cases/${caseId}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<CaseFile>()
}
const say = (loan: Loan, party: 'BORROWER' | 'LENDER', kind: string) =>
  loan.as(party).post('case/statements', { kind, text: 'This is what happened.' })
const pdf = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')
const upload = (loan: Loan) =>
  app.inject({
    method: 'POST',
    url: `/api/escrow/${loan.id}/evidence`,
    payload: pdf,
    headers: {
      'content-type': 'application/pdf',
      'x-file-name': 'order.pdf',
      cookie: `__Host-bind=${loan.borrower.browser.cookie}`,
      'x-access-token': loan.borrower.browser.token ?? '',
      'x-forwarded-for': loan.borrower.browser.address,
    },
  })

test('a case is on one page: facts, both sides, timeline, choices, checks and whose move it is', async () => {
  const { loan, caseId } = await contested()
  const officer = await given.operator('case_officer')
  const fresh = await look(officer, caseId)
  expect(fresh).toMatchObject({ stage: 'statements', move: { whose: 'BORROWER' } })
  await say(loan, 'BORROWER', 'statement')
  await say(loan, 'BORROWER', 'reply')
  await say(loan, 'LENDER', 'reply')

  const file = await look(officer, caseId)
  expect(file).toMatchObject({ stage: 'ready', rail: 'SEPA', can_propose: true })
  expect(file.move).toMatchObject({ whose: 'YOU', title: 'Propose a ruling' })
  expect(file.move.otherwise).toMatch(/^Senior review on \d+ [A-Z]/)
  expect(file.facts.map(({ label }) => label)).toEqual([
    'Principal',
    'Claimed repaid',
    'Payoff that day',
    'Wholesale value',
    'Funding',
  ])
  const [, claimed, payoff, , funding] = file.facts
  expect(claimed?.value).toBe(payoff?.value)
  expect(funding?.value).toMatch(/^admitted \d+ [A-Z][a-z]{2}$/)
  expect(file.borrower).toMatchObject({ email: 'm***@m***.example', record: '0 loans repaid' })
  expect(file.lender).toMatchObject({ record: '1 loan funded' })
  expect(file.checks.map(({ is_met }) => is_met)).toEqual([true, true, true, true])
  expect(file.timeline.map(({ words, state }) => `${state} ${words}`)).toEqual([
    'done Borrower claims repaid',
    'done Lender contests, case opens',
    'done Both statements in',
    'done Reply by borrower',
    'done Reply by lender',
    'now Ruling by',
    'ahead Appeal, 5 days',
  ])
  const closed = file.choices.filter(({ is_open }) => !is_open)
  expect(closed.map(({ outcome, note }) => `${outcome}: ${note}`)).toEqual([
    'DEFAULT: Not available: no notice was given.',
    'NOT_FUNDED: Not available: receipt was confirmed.',
  ])
  const approver = await given.operator('approver')
  expect(await look(approver, caseId)).toMatchObject({
    can_propose: false,
    why_not: 'Only a case officer can propose this.',
  })
})

test('the payoff check fails if less was claimed than owed, and settlement proposals are listed', async () => {
  const { loan, caseId } = await contested()
  await query('update escrow_payments set amount_cents = amount_cents - 1 where escrow_id = $1', [
    loan.id,
  ])
  await loan.as('BORROWER').submit('settlement', { outcome: 'REPAID', statement: 'On arrival.' })
  const file = await look(await given.operator('case_officer'), caseId)
  const payoff = file.checks.find(({ words }) => words.startsWith('Payoff'))
  expect(payoff).toMatchObject({ is_met: false, note: expect.stringContaining('claimed') })
  expect(file.settlements).toMatchObject([
    { by: 'BORROWER', words: expect.stringContaining('Borrower proposes: the loan is repaid') },
  ])
})

test('a template that operators set takes the place of ours', async () => {
  const { caseId } = await contested()
  const officer = await given.operator('case_officer')
  const template = { reason: 'REPAYMENT_NOT_RECEIVED', outcome: 'REPAID' }
  const insert = `insert into settings (name, version, value, reason, set_by, set_at)
    values ('templates', $1, $2, 'clearer', $3, app_now())`
  const before = await look(officer, caseId)
  for (const [index, text] of ['The old words of the house.', 'The new words.......'].entries()) {
    await query(insert, [index + 1, JSON.stringify([{ ...template, text }]), officer.id])
  }
  const after = await look(officer, caseId)
  expect(before.choices[0]?.template).toContain('The borrower has to show the payment')
  expect(after.choices[0]?.template).toBe('The new words.......')
  expect(after.choices[1]?.template).toBe(before.choices[1]?.template)
})

test('a question is told with its date, and a late answer counts until a ruling is proposed', async () => {
  const { loan, version, caseId } = await contested()
  const officer = await given.operator('case_officer')
  const ask = { party: 'LENDER', question: 'Please show your statement for these days.', hours: 24 }
  const asked = await officer.post(`/cases/${caseId}/questions`, ask)
  expect(asked.statusCode).toBe(201)
  const { id } = asked.json<{ id: string }>()
  await app.mailTo(loan.lender.email, 'Operators ask you a question')
  const path = `case/questions/${id}`
  expect((await loan.as('BORROWER').post(path, { text: 'I know.' })).json()).toMatchObject({
    code: 'question_not_found',
  })

  await app.database.moveClock(30 * hourMs)
  expect((await loan.as('LENDER').post(path, { text: 'Here it is.' })).statusCode).toBe(200)
  expect((await loan.as('LENDER').post(path, { text: 'Again.' })).json()).toMatchObject({
    code: 'question_answered',
  })
  await officer.logIn()
  const second = await officer.post(`/cases/${caseId}/questions`, ask)
  const other = second.json<{ id: string }>()
  await officer.key(`/loans/${loan.id}/rule`, { outcome: 'REPAID', version })
  const late = await loan.as('LENDER').post(`case/questions/${other.id}`, { text: 'Too late.' })
  expect(late.json()).toMatchObject({ code: 'case_decided' })
  expect((await officer.post(`/cases/${caseId}/questions`, ask)).json()).toMatchObject({
    code: 'case_decided',
  })
})

test('exhibits are weighed by number, and shown only to who opened the file with a reason', async () => {
  const { loan, caseId } = await contested()
  expect((await upload(loan)).statusCode).toBe(201)
  const officer = await given.operator('case_officer')
  const path = `/cases/${caseId}/exhibits/1`
  expect((await officer.get(path)).json()).toMatchObject({ code: 'loan_file_shut' })
  const mark = { weight: 'decisive', check_note: 'Payee matches vault', is_good: true }
  expect((await officer.put(path, mark)).json()).toMatchObject({ number: 1, ...mark })
  expect((await officer.put(`/cases/${caseId}/exhibits/2`, mark)).statusCode).toBe(404)

  expect((await officer.post(`/loans/${loan.id}/open`)).statusCode).toBe(204)
  const shown = await officer.get(path)
  expect(shown.headers['content-type']).toBe('application/pdf')
  expect(shown.rawPayload.equals(pdf)).toBe(true)
  expect((await look(officer, caseId)).borrower.email).toBe(loan.borrower.email)
  // Another session of the same operator has to say why again.
  await officer.logIn()
  expect((await officer.get(path)).statusCode).toBe(403)
  const { rows } = await query(
    'select action, reason from audit_log where operator_id = $1 and subject = $2 order by seq',
    [officer.id, loan.id],
  )
  expect(rows).toEqual([
    { action: 'PUT /operator/cases/:id/exhibits/:number', reason },
    { action: 'POST /operator/loans/:id/open', reason },
    { action: 'GET /operator/cases/:id/exhibits/:number', reason },
  ])
})

test('an operator who is a party asks nothing, and a case that is not there is not found', async () => {
  const { loan, caseId } = await contested()
  const officer = await given.operator('case_officer')
  await query(
    'update operators set email_key = (select email_key from users where email = $1) where id = $2',
    [loan.lender.email, officer.id],
  )
  const ask = { party: 'BORROWER', question: 'Please show your statement for these days.' }
  const refused = await officer.post(`/cases/${caseId}/questions`, ask)
  expect(refused.json()).toMatchObject({ code: 'operator_partial' })
  expect((await officer.get(`/cases/${caseId}`)).json()).toMatchObject({ code: 'operator_partial' })
  const other = await given.operator('case_officer')
  expect((await other.get(`/cases/${loan.id}`)).statusCode).toBe(404)
})
