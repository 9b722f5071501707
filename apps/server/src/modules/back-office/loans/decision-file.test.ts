import { dayMs, hourMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { givenOperators, type TestOperator } from '../../../../test/given/given-operators.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { bounceOf, complaintOf } from '../../../../test/mail/mail-reports.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = { ...givenLoans(app), ...givenOperators(app) }
const query = (text: string, values: unknown[] = []) => app.database.owner.pool.query(text, values)

type File = {
  decision: { state: string; subject: string; sum: number; lapses_at: string; can_confirm: boolean }
  loan: {
    unicode: string
    figures: { label: string; value: string; note: string }[]
    borrower: { name: string; said: { body: string } | null }
    lender: { name: string; said: { body: string } | null }
    notices: { what: string; delivery: string; is_good: boolean }[]
    checks: { words: string; is_met: boolean; note: string | null }[]
    exhibits: unknown[]
  }
}
const read = async (operator: TestOperator, id: string): Promise<File> => {
  const reply = await operator.get(`/decisions/${id}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<File>()
}

const nameOf = async (email: string) => {
  const { rows } = await query('select name from users where email = $1', [email])
  return (rows[0] as { name: string }).name
}

/** The notice period ended unanswered, and a case officer proposes a seizure. */
async function proposedSeizure() {
  const loan = await given.running({ term: 30 })
  const officer = await given.operator('case_officer')
  await app.database.moveClock(38 * dayMs)
  await loan.as('LENDER').submit('finalize', { outcome: 'DEFAULT' })
  await until(async () => (await loan.as('LENDER').read()).phase === 'DEFAULT_NOTICED')
  await query(
    `update escrows set phase = 'SEIZURE_READY', objection_until = app_now() - interval '1 hour'
     where id = $1`,
    [loan.id],
  )
  await officer.logIn()
  const { version } = (await officer.get(`/loans/${loan.id}`)).json<{ version: number }>()
  const proposed = await officer.key(`/loans/${loan.id}/seize`, { version })
  expect(proposed.statusCode, proposed.body).toBe(201)
  return { loan, officer, id: proposed.json<{ id: string }>().id }
}

test('whoever gives the second approval sees the whole: name, sum, people, notices, checks, and until when', async () => {
  const { loan, id } = await proposedSeizure()
  await loan.as('BORROWER').post('message', { message: 'I paid on Monday, look at it again' })
  const approver = await given.operator('approver')

  const { decision, loan: file } = await read(approver, id)

  const { amount: sum } = (await approver.get(`/loans/${loan.id}`)).json<{ amount: number }>()
  expect(decision).toMatchObject({ subject: loan.domain.name, sum, can_confirm: true })
  const people = [await nameOf(loan.borrower.email), await nameOf(loan.lender.email)]
  expect([file.borrower.name, file.lender.name]).toEqual(people)
  const inHours = (Date.parse(decision.lapses_at) - app.database.now()) / hourMs
  expect(inHours).toBeGreaterThan(47.9)
  expect(inHours).toBeLessThan(48.1)
  expect(file.unicode).toBe(loan.domain.name)
  expect(file.figures.map(({ label }) => label)).toEqual([
    'Owed today',
    'Value',
    'Value above the debt',
    'Due',
  ])
  expect(file.figures[0]?.value).toMatch(/^\$\d/)
  expect(file.figures[3]?.note).toMatch(/days late$/)
  // A job sends the mail, in its own time.
  const notice = async () => (await read(approver, id)).loan.notices[0]
  await expect.poll(notice).toMatchObject({ what: 'Default notice', is_good: true })
  // Nobody has valued the domain, so at least one check is not met.
  expect(file.checks.filter(({ is_met }) => !is_met).length).toBeGreaterThan(0)
  expect([file.borrower.said, file.lender.said]).toEqual([null, null]) // The file is not open yet.

  const opened = await approver.post(`/loans/${loan.id}/open`, {})
  expect(opened.statusCode, opened.body).toBeLessThan(300)
  expect((await read(approver, id)).loan.borrower.said?.body).toContain('I paid on Monday')
})

test('the notices listed and the notices counted agree, even if another mail was created at the same time', async () => {
  const { loan, id } = await proposedSeizure()
  await query(
    `insert into mails (user_id, about_id, kind, status, settled_at, created_at)
     select user_id, about_id, 'loans', 'sent', app_now(), created_at
     from mails where about_id = $1 and kind = 'defaults'`,
    [loan.id],
  )
  await query(
    `update mails set status = 'sent', settled_at = app_now() where about_id = $1 and status = 'waiting'`,
    [loan.id],
  )

  const { notices, checks } = (await read(await given.operator('approver'), id)).loan

  expect(notices).toHaveLength(1)
  const counted = checks.find(({ words }) => words.startsWith('The notice was delivered'))
  expect(counted?.note).toBe('1 sent, 0 refused, 0 on the way')
})

test('a notice that came back counts as not delivered, for the decision and on the page of the loan', async () => {
  const { loan, officer, id } = await proposedSeizure()
  const { returnPath } = await app.mailTo(loan.borrower.email, 'sent a default notice')
  const handIn = async (payload: string) => {
    const headers = {
      'content-type': 'message/rfc822',
      authorization: 'Bearer hands in what came back',
    }
    const url = '/api/webhooks/mail-report'
    const reply = await app.inject({ method: 'POST', url, headers, payload })
    expect(reply.statusCode).toBe(204)
  }
  const noteOf = (checks: { words: string; note: string | null }[]) =>
    checks.find(({ words }) => words.startsWith('The notice was delivered'))?.note
  const seen = async () => {
    const { notices, checks } = (await read(officer, id)).loan
    const page = (await officer.get(`/loans/${loan.id}`)).json<{
      seizure_checks: File['loan']['checks']
    }>()
    expect(noteOf(page.seizure_checks)).toBe(noteOf(checks))
    return { delivery: notices[0]?.delivery, isGood: notices[0]?.is_good, note: noteOf(checks) }
  }
  const taken = { delivery: 'Accepted by the mail server', isGood: true }
  await expect.poll(seen).toEqual({ ...taken, note: '1 sent, 0 refused, 0 on the way' })

  await handIn(complaintOf({ head: `From: <${returnPath}>` }))
  expect(await seen()).toMatchObject(taken) // Whoever calls it spam has it.

  const back = { isGood: false, note: '0 sent, 1 refused, 0 on the way' }
  await handIn(bounceOf({ to: returnPath, status: '4.4.1', said: '451 no answer for days' }))
  expect(await seen()).toEqual({ ...back, delivery: 'Returned: 451 no answer for days' })
  await handIn(bounceOf({ to: returnPath, said: '550 5.1.1 User unknown' }))
  expect(await seen()).toEqual({ ...back, delivery: 'Returned: 550 5.1.1 User unknown' })
})

test('whoever confirms gives a reason of their own and types the name', async () => {
  const { loan, id } = await proposedSeizure()
  const approver = await given.operator('approver')
  const body = async (change: object) => ({
    reason: 'The notices arrived, nobody answered, and the debt is as the page says',
    name: loan.domain.name,
    code: await approver.code(),
    ...change,
  })
  const confirm = async (change: object) =>
    approver.call('POST', `/decisions/${id}/confirm`, await body(change))

  expect((await confirm({ reason: 'Looks fine' })).statusCode).toBe(400)
  expect((await confirm({ name: undefined })).json()).toMatchObject({ field: 'name' })
  expect((await confirm({ name: 'other.com' })).json()).toMatchObject({ field: 'name' })
  expect(await loan.as('LENDER').read()).toMatchObject({ phase: 'SEIZURE_READY' })
  expect((await confirm({})).json()).toMatchObject({ state: 'done' })
})

test('a proposal that nobody confirms in 48 hours lapses: nothing moves, and it can be made anew', async () => {
  const { loan, officer, id } = await proposedSeizure()

  await app.database.moveClock(48 * hourMs + 60_000)
  const approver = await given.operator('approver')
  const late = await approver.key(`/decisions/${id}/confirm`)
  expect(late.statusCode).toBe(409)
  await until(async () => (await read(approver, id)).decision.state === 'lapsed')

  expect(await loan.as('LENDER').read()).toMatchObject({ phase: 'SEIZURE_READY' })
  await officer.logIn()
  const { version } = (await officer.get(`/loans/${loan.id}`)).json<{ version: number }>()
  const again = await officer.key(`/loans/${loan.id}/seize`, { version })
  expect(again.statusCode, again.body).toBe(201)
})

test('proposing a seizure does not extend the deadline of its queue line', async () => {
  const loan = await given.running()
  await query(
    `update escrows set phase = 'SEIZURE_READY', noticed_at = app_now() - interval '21 days',
       objection_until = app_now() - interval '6 days' where id = $1`,
    [loan.id],
  )
  const officer = await given.operator('case_officer')
  const dueOf = async () => {
    const { rows } = (await officer.get('/queues/seizures')).json<{
      rows: { id: string; deadline_at: string | null }[]
    }>()
    return rows.find(({ id }) => id === loan.id)?.deadline_at
  }
  const before = await dueOf()
  expect(before).toBeTruthy()

  const { version } = (await officer.get(`/loans/${loan.id}`)).json<{ version: number }>()
  const proposed = await officer.key(`/loans/${loan.id}/seize`, { version })
  expect(proposed.statusCode, proposed.body).toBe(201)

  expect(await dueOf()).toBe(before)
})
