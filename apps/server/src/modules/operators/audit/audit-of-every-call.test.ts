import type { CommandName } from '@pier/protocol/calls/operator/operator-access'
import { operatorRoles, type OperatorRole } from '@pier/protocol/operators'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  givenOperators,
  reason,
  type TestOperator,
} from '../../../../test/given/given-operators.ts'
import { deskActs, userActs } from '../../../../test/operator-acts/desk-acts.ts'
import { loanActs, safeguardActs } from '../../../../test/operator-acts/loan-acts.ts'
import { moneyActs } from '../../../../test/operator-acts/money-acts.ts'
import { staffActs } from '../../../../test/operator-acts/staff-acts.ts'
import {
  openWorld,
  type Act,
  type Scene,
  type World,
} from '../../../../test/operator-acts/world.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { checkAudit } from './audit.service.ts'

const app = useTestApp()
const given = givenOperators(app)

/** One scene for each audited call: a new call does not compile without one. */
const scenes: Record<CommandName, Scene> = {
  ...staffActs,
  ...loanActs,
  ...safeguardActs,
  ...deskActs,
  ...userActs,
  ...moneyActs,
}
const names = Object.keys(scenes) as CommandName[]
let world: World
const query = async (text: string, values: unknown[] = []) =>
  (await app.database.owner.pool.query(text, values)).rows as { [column: string]: unknown }[]

beforeAll(async () => {
  const staff: Partial<Record<OperatorRole, TestOperator>> = {}
  for (const role of Object.keys(operatorRoles) as OperatorRole[]) {
    staff[role] = await given.operator(role)
  }
  world = openWorld(app, staff as Record<OperatorRole, TestOperator>) // Each role has one now.
})
beforeEach(async () => {
  await query('delete from limit_counters') // Tests exceed the rate limits for joins and logins.
  for (const operator of Object.values(world.staff)) {
    if ((await operator.get('/self')).statusCode === 401) await operator.logIn()
  }
})

async function send(name: CommandName, { by, path, body }: Pick<Act, 'by' | 'path' | 'body'>) {
  const [method] = name.split(' ') as ['GET' | 'POST' | 'PUT']
  if (name === 'POST /operator/logout') return by.call('POST', path)
  return method === 'GET' ? by.get(path) : by.call(method, path, { reason, ...body })
}
const withCode = async (act: Act) =>
  act.isKey ? { ...act, body: { ...act.body, code: await act.by.code() } } : act

const linesAfter = (seq: unknown) =>
  query(`select action, operator_id, reason, subject from audit_log where seq > $1 order by seq`, [
    seq,
  ])
const lastLine = async () => (await query('select seq from audit_head'))[0]?.seq

test.each(names)('%s leaves one line with who, why and about what; refused, none', async (name) => {
  const act = await scenes[name](world)
  const before = await lastLine()

  if (act.isKey) {
    const wrong = await send(name, { ...act, body: { ...act.body, code: '000000' } })
    expect(wrong.json()).toMatchObject({ code: 'code_wrong' })
  }
  expect(await linesAfter(before)).toEqual([])
  const reply = await send(name, await withCode(act))
  expect(reply.statusCode, reply.body).toBeLessThan(300)
  const refused = await send(name, await withCode({ ...act, ...act.refused }))
  expect([400, 401, 403, 404, 409, 422], refused.body).toContain(refused.statusCode)

  const { subject } = act
  const about = typeof subject === 'function' ? subject(reply.json<{ id: string }>()) : subject
  const why = act.reason ?? reason
  expect(await linesAfter(before)).toEqual([
    { action: name, operator_id: act.by.id, reason: why, subject: about },
  ])
})

test('with all of it in, the log is whole; one byte that was changed is found', async () => {
  expect(await checkAudit(app.database.owner, app.config.chain.publicKeys)).toMatchObject({
    faults: [],
  })
  const [line] = await query(`select seq from audit_log where action like '%/confirm'`)

  await query('alter table audit_log disable trigger never_changed')
  await query(
    `update audit_log set reason = overlay(reason placing 'b' from 1 for 1) where seq = $1`,
    [line?.seq],
  )
  await query('alter table audit_log enable trigger never_changed')

  const { faults } = await checkAudit(app.database.owner, app.config.chain.publicKeys)
  expect(faults).toEqual([`Line ${String(line?.seq)} of the audit log does not match its hash`])
})

test.each([
  `update audit_log set reason = 'Nothing happened'`,
  'delete from audit_log',
  'truncate audit_log',
  `update decisions set reasons = 'Other reasons than those given'`,
  `update decisions set terms = '{}'`,
  'update decisions set proposed_by = decided_by',
  'delete from decisions',
  `update settings set value = '{}'`,
  'delete from settings',
  'truncate settings',
])('the API itself may not: %s', async (text) => {
  await expect(app.db.pool.query(text)).rejects.toThrow(/permission denied/)
})

test.each(['update audit_log set reason = reason', 'delete from audit_log', 'truncate audit_log'])(
  'not even the owner of the tables can by mistake: %s',
  async (text) => {
    await expect(query(text)).rejects.toThrow(/never|append|change/i)
  },
)
