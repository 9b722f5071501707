/** Conflicts of interest where the action names nobody, or after the operator has left. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { givenOperators, reason } from '../../../../test/given/given-operators.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = { ...givenLoans(app), ...givenOperators(app) }
const query = (text: string, values: unknown[] = []) => app.database.owner.pool.query(text, values)
const code = (reply: { body: string }) => (JSON.parse(reply.body) as { code?: string }).code

test('nobody declines what is decided about themselves', async () => {
  const [ada, otto] = [await given.operator('admin'), await given.operator('approver')]
  const other = await given.operator('approver')
  const change = { roles: ['support'], reason, code: await ada.code() }
  const asked = await ada.call('PUT', `/operators/${otto.id}/roles`, change)
  const { id } = asked.json<{ id: string }>()

  expect(code(await otto.post(`/decisions/${id}/decline`))).toBe('operator_own')
  expect((await other.post(`/decisions/${id}/decline`)).statusCode).toBe(200)
})

const adjustment = {
  from: 'platform_revenue',
  to: 'platform_receivable',
  amount: 5000,
  words: 'For the books',
}

test.each(['left', 'lost the role'])(
  'what somebody proposed who has %s since is not confirmed',
  async (what) => {
    const finance = await given.operator('finance')
    const [approver, admin] = [await given.operator('approver'), await given.operator('admin')]
    const asked = await finance.key('/adjustments', adjustment)
    const { id } = asked.json<{ id: string }>()
    if (what === 'left') await admin.post(`/operators/${finance.id}/end`)
    else await query(`update operators set roles = '{support}' where id = $1`, [finance.id])

    expect(code(await approver.key(`/decisions/${id}/confirm`))).toBe('desk_refused')
    expect((await approver.post(`/decisions/${id}/decline`)).statusCode).toBe(200)
  },
)

test('nobody settles a dead letter about their own loan', async () => {
  const noor = await given.operator('admin')
  const { escrowId } = await given.loan(await given.asUser(noor))
  const { rows } = await query(
    `insert into dead_jobs (queue_job_id, name, data, error, died_at)
     values ($1, 'escrow.tick', $2, '{}', app_now()) returning id`,
    [randomUUID(), { subjectId: escrowId, generation: 1 }],
  )
  const { id } = rows[0] as { id: string }

  for (const act of ['retry', 'resolve']) {
    expect(code(await noor.post(`/jobs/${id}/${act}`)), act).toBe('operator_partial')
  }
  const other = await given.operator('admin')
  expect((await other.post(`/jobs/${id}/resolve`)).statusCode).toBe(200)
})

test('nobody stops or starts every clock while one of them is theirs', async () => {
  const noor = await given.operator('admin')
  await given.loan(await given.asUser(noor))
  const other = await given.operator('admin')

  for (const scope of [{}, { suffix: 'com' }]) {
    expect(code(await noor.post('/clocks', scope))).toBe('operator_partial')
    const { id } = (await other.post('/clocks', scope)).json<{ id: string }>()
    expect(code(await noor.post(`/clocks/${id}/start`))).toBe('operator_partial')
    expect((await other.post(`/clocks/${id}/start`)).statusCode).toBe(204)
  }
  expect((await noor.post('/clocks', { suffix: 'org' })).statusCode).toBe(201)
})
