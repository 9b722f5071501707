import { operatorQueues } from '@pier/protocol/operators'
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

type Row = {
  id: string
  title: string
  detail: string
  state: string
  deadline_at: string | null
  at_risk: number | null
  next_step: string
  link: string
  assigned_to: { id: string; name: string } | null
  can_dismiss: boolean
}
type Page = { rows: Row[]; states: string[]; total: number; pages: number }

const read = async (operator: TestOperator, path: string) => {
  const reply = await operator.get(`/queues/${path}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<Page>()
}
const lineAbout = async (operator: TestOperator, queue: string, words: string) =>
  (await read(operator, `${queue}?search=${encodeURIComponent(words)}`)).rows[0]

test('every queue says how much waits and how much of it is late, to every role', async () => {
  const support = await given.operator('support')

  const reply = await support.get('/queues')

  const { queues } = reply.json<{ queues: { queue: string; count: number; late: number }[] }>()
  expect(queues.map(({ queue }) => queue)).toEqual(Object.keys(operatorQueues))
  for (const queue of Object.keys(operatorQueues)) {
    const page = await read(support, queue)
    expect([queue, page.total]).toEqual([queue, queues.find((each) => each.queue === queue)?.count])
  }
})

test('a dispute is new until somebody takes it, then waits for whoever has the word', async () => {
  const loan = await given.running()
  await loan.as('LENDER').submit('escalate', { reason: 'TERMS', statement: 'It says 210 days' })
  const officer = await given.operator('case_officer')
  const { name } = loan.domain

  const line = await lineAbout(officer, 'disputes', name)
  expect(line).toMatchObject({ state: 'New', at_risk: 30_000, assigned_to: null })
  expect(line?.link).toBe(`/operator/cases/${line?.id}`)
  const taken = await officer.put(`/queues/disputes/${line?.id}`, { operator_id: officer.id })
  expect(taken.statusCode).toBe(204)
  expect(await lineAbout(officer, 'disputes', name)).toMatchObject({
    state: 'Waiting for borrower',
    assigned_to: { id: officer.id, name: officer.name },
  })
  expect((await read(officer, 'disputes?mine=true')).rows.map(({ id }) => id)).toEqual([line?.id])
  const other = await given.operator('case_officer')
  expect((await read(other, 'disputes?mine=true')).rows).toEqual([])

  await app.database.moveClock((72 + 48) * 3_600_000 + 60_000)
  await officer.logIn()
  expect(await lineAbout(officer, 'disputes', name)).toMatchObject({ state: 'Ready to rule' })
  expect((await read(officer, 'disputes?state=Announced')).rows).toEqual([])
  await app.database.moveClock(30 * 24 * 3_600_000)
  await officer.logIn()
  expect(await lineAbout(officer, 'disputes', name)).toMatchObject({ state: 'Senior review' })
})

test('a seizure is there when its notice ended, and waits for the second approval once proposed', async () => {
  const loan = await given.running()
  await query(
    `update escrows set phase = 'SEIZURE_READY', noticed_at = app_now() - interval '21 days',
       objection_until = app_now() - interval '6 days' where id = $1`,
    [loan.id],
  )
  const officer = await given.operator('case_officer')
  const line = await lineAbout(officer, 'seizures', loan.domain.name)
  expect(line).toMatchObject({ id: loan.id, state: 'Notice ended', at_risk: 30_000 })
  const { queues } = (await officer.get('/queues')).json<{
    queues: { queue: string; late: number }[]
  }>()
  expect(queues.find(({ queue }) => queue === 'seizures')?.late).toBe(1)

  await query(
    `insert into decisions (kind, subject_id, escrow_id, terms, reasons, state, proposed_by, proposed_at)
     values ('seize', $1, $1, '{}', 'The notice was not answered.', 'proposed', $2, app_now())`,
    [loan.id, officer.id],
  )
  expect((await read(officer, 'seizures')).rows).toMatchObject([
    { id: loan.id, state: 'Second key' },
  ])
})

test('what is late stands first, then what is due, then what is old', async () => {
  const officer = await given.operator('case_officer')
  for (const [index, hours] of [-30, -1, -50].entries()) {
    await query(
      `insert into dead_jobs (queue_job_id, name, data, error, died_at)
       values (gen_random_uuid(), $1, '{}', 'no', app_now() + $2 * interval '1 hour')`,
      [`sorted.job-${index}`, hours],
    )
  }
  const { rows } = await read(officer, 'jobs?search=sorted.')
  expect(rows.map(({ title }) => title)).toEqual(['sorted.job-2', 'sorted.job-0', 'sorted.job-1'])
  expect((await read(officer, 'jobs?page=9')).rows).toEqual([])
})

test('a line that is gone cannot be taken, nor handed to somebody who left', async () => {
  const officer = await given.operator('case_officer')
  const [line] = (await read(officer, 'jobs')).rows
  const nobody = await officer.put('/queues/jobs/not-there', { operator_id: officer.id })
  expect([nobody.statusCode, nobody.json()]).toMatchObject([404, { code: 'queue_line_not_found' }])
  const gone = await given.operator('support')
  await query('update operators set ended_at = app_now() where id = $1', [gone.id])
  const handed = await officer.put(`/queues/jobs/${line?.id}`, { operator_id: gone.id })
  expect(handed.json()).toMatchObject({ code: 'operator_not_found' })

  await officer.put(`/queues/jobs/${line?.id}`, { operator_id: officer.id })
  await officer.put(`/queues/jobs/${line?.id}`, { operator_id: null })
  expect((await lineAbout(officer, 'jobs', line?.id ?? ''))?.assigned_to).toBeNull()
  const log = await query(`select reason from audit_log where subject = $1`, [line?.id])
  expect(log.rows).toEqual([{ reason }, { reason }])
})

test('a risk that somebody looked at is off the queue; one that can be settled is not', async () => {
  const loan = await given.running()
  const officer = await given.operator('case_officer')
  const line = await lineAbout(officer, 'risk', loan.domain.name)
  expect(line).toMatchObject({ state: 'New account', link: `/operator/loans/${loan.id}` })
  expect(line?.can_dismiss).toBe(true)

  expect((await officer.post(`/queues/risk/${loan.id}/dismiss`)).statusCode).toBe(204)
  expect(await lineAbout(officer, 'risk', loan.domain.name)).toBeUndefined()
  const again = await officer.post(`/queues/risk/${loan.id}/dismiss`)
  expect(again.statusCode).toBe(404)
  const [job] = (await read(officer, 'jobs')).rows
  expect(job?.can_dismiss).toBe(false)
  const refused = await officer.post(`/queues/jobs/${job?.id}/dismiss`)
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'queue_line_open' }])
})

test('a user finds no queue, and a stranger is asked to log in', async () => {
  const { browser } = await app.given.user()
  expect((await browser.get('/operator/queues')).statusCode).toBe(404)
  const nobody = await app.inject({ url: '/api/operator/queues/jobs' })
  expect(nobody.statusCode).toBe(401)
})

test('two who hand each other a line at the same moment do not stand in each other’s way', async () => {
  const [one, other] = [await given.operator('support'), await given.operator('support')]
  const loans = [await given.running(), await given.running()]
  const hand = (from: TestOperator, to: TestOperator, id = '') =>
    from.put(`/queues/risk/${id}`, { operator_id: to.id })

  for (let turn = 0; turn < 8; turn++) {
    const replies = await Promise.all([
      hand(one, other, loans[0]?.id),
      hand(other, one, loans[1]?.id),
    ])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([204, 204])
  }
})
