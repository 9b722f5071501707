import { expect, test } from 'vitest'
import { givenOperators } from '../../../../test/given/given-operators.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = givenOperators(app)

test('a role that was taken away is gone with the next call', async () => {
  const admin = await given.operator('admin')
  const approver = await given.operator('approver')
  const operator = await given.operator('compliance')
  expect((await operator.get('/audit')).statusCode).toBe(200)

  const code = await admin.code()
  const proposed = await admin.put(`/operators/${operator.id}/roles`, { roles: ['support'], code })
  expect((await operator.get('/audit')).statusCode).toBe(200)
  const { id } = proposed.json<{ id: string }>()
  const confirmed = await approver.key(`/decisions/${id}/confirm`)
  expect(confirmed.statusCode).toBe(200)

  expect((await operator.get('/audit')).json()).toMatchObject({ code: 'operator_role' })
})

test('a role that is taken away while a call waits is gone for that call too', async () => {
  const operator = await given.operator('case_officer')
  const { owner } = app.database
  const hand = await owner.pool.connect()
  await hand.query('begin')
  await hand.query(`update operators set roles = '{support}' where id = $1`, [operator.id])

  const waiting = operator.post('/clocks')
  await expect.poll(async () => (await owner.pool.query(waitingForRow)).rowCount).toBe(1)
  await hand.query('commit')
  hand.release()

  expect((await waiting).json()).toMatchObject({ code: 'operator_role' })
})
const waitingForRow = `select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like '%operators%'`
