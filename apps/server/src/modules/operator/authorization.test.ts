import { randomUUID } from 'node:crypto'
import { calls, type CallName } from '@pier/protocol/calls/calls'
import { operatorAccess, type OperatorCallName } from '@pier/protocol/calls/operator-access'
import { operatorRoles, type OperatorRole } from '@pier/protocol/operators'
import { beforeAll, expect, test } from 'vitest'
import { invariant } from '../../platform/app-error.ts'
import { givenLoans } from '../../testing/given-loans.ts'
import { givenOperators, type TestOperator } from '../../testing/given-operators.ts'
import { useTestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const app = useTestApp()
const given = { ...givenLoans(app), ...givenOperators(app) }

type Method = 'GET' | 'POST' | 'PUT'
const roles = Object.keys(operatorRoles) as OperatorRole[]
const names = Object.keys(operatorAccess) as OperatorCallName[]
const logout: OperatorCallName = 'POST /operator/logout'

const staff = new Map<OperatorRole, TestOperator>()
const users: Record<string, TestBrowser> = {}
/** Cookies that let nobody in any more, or never did. */
const dead: Record<string, string | undefined> = {}
let notThere = ''

beforeAll(async () => {
  for (const role of roles) staff.set(role, await given.operator(role))
  const loan = await given.running()
  const stranger = await app.given.verifiedUser()
  const frozen = await app.given.verifiedUser()
  const ended = await given.operator(...roles)
  const left = await given.operator(...roles)
  const admin = staff.get('admin')
  dead.garbage = 'nonsense'
  dead.ended = ended.browser.cookie
  await ended.call('POST', '/logout')
  dead.left = left.browser.cookie
  await admin?.post(`/operators/${left.id}/end`)
  const { id } = (await frozen.browser.get('/users/self')).json<{ id: string }>()
  const freeze = await staff.get('support')?.post(`/users/${id}/freeze`)
  invariant(freeze?.statusCode === 204, 'given: the user is frozen')
  const { email, password } = frozen
  const back = await frozen.browser.logIn({ email, password })
  invariant(back.statusCode === 200, `given: got ${back.statusCode}: ${back.body}`)
  users.stranger = stranger.browser
  users.borrower = loan.borrower.browser
  users.lender = loan.lender.browser
  users.frozen = frozen.browser
  notThere = (await stranger.browser.get('/operator/nothing/of/the/kind')).body
  invariant(notThere.includes('"not_found"'), `given: got ${notThere}`)
})

/** Where it would be, about things that nobody has. */
function placeOf(name: CallName): { method: Method; path: string } {
  const [method, path] = name.split(' ') as [Method, string]
  const values: Record<string, string> = {
    queue: 'disputes',
    name: 'limits',
    suffix: 'com',
    party: 'BORROWER',
    number: '1',
  }
  const filled = path.replaceAll(/:(\w+)/g, (_all, key: string) => values[key] ?? randomUUID())
  return { method, path: filled }
}

async function asOperator(cookie: string | undefined, name: CallName) {
  const { method, path } = placeOf(name)
  return app.inject({
    method,
    url: `/api${path}`,
    ...(method !== 'GET' && { payload: {} }),
    headers: {
      'x-forwarded-for': '198.51.100.9',
      ...(cookie && { cookie: `__Host-operator=${cookie}` }),
    },
  })
}

async function asUser(browser: TestBrowser, name: CallName) {
  const { method, path } = placeOf(name)
  if (method === 'GET') return browser.get(path)
  return method === 'POST' ? browser.post(path, {}) : browser.put(path, {})
}

const closed = names.filter((name) => operatorAccess[name] !== 'open')

test.each(closed)('%s is for its roles, and for nobody else', async (name) => {
  for (const role of roles) {
    const operator = staff.get(role)
    const reply = await asOperator(operator?.browser.cookie, name)
    if (!operatorAccess[name].includes(role)) {
      expect([reply.statusCode, reply.json()], role).toMatchObject([403, { code: 'operator_role' }])
    } else {
      // What was sent says nothing and is about nothing, and that is all that is wrong with it.
      const answers = name === logout ? [204] : name.startsWith('GET') ? [200, 400, 404] : [400]
      expect(answers, `${role} got ${reply.statusCode}: ${reply.body}`).toContain(reply.statusCode)
    }
    if (name === logout) expect((await operator?.logIn())?.statusCode).toBe(200)
  }
})

test.each(closed)('%s is not there for users, and asks nobody else in', async (name) => {
  for (const [who, browser] of Object.entries(users)) {
    const reply = await asUser(browser, name)
    expect([who, reply.statusCode, reply.body]).toEqual([who, 404, notThere])
  }
  for (const cookie of [undefined, ...Object.values(dead)]) {
    const reply = await asOperator(cookie, name)
    expect([reply.statusCode, reply.json()]).toMatchObject([
      401,
      { code: 'operator_login_required' },
    ])
  }
})

test('all but login and invitation are behind the login', () => {
  const open = names.filter((name) => operatorAccess[name] === 'open')
  expect(open).toEqual(['POST /operator/login', 'POST /operator/join/start', 'POST /operator/join'])
})

const ofUsers = (Object.keys(calls) as CallName[]).filter((name) => !name.includes(' /operator/'))

test.each(ofUsers)('%s takes an operator for nobody', async (name) => {
  const nobody = await asOperator(undefined, name)
  const operator = await asOperator(staff.get('admin')?.browser.cookie, name)

  const [before, after] = [nobody, operator].map((reply) => `${reply.statusCode} ${reply.body}`)
  expect(after).toBe(before)
})

test('a role that was taken away is gone with the next call', async () => {
  const admin = staff.get('admin')
  const operator = await given.operator('compliance')
  expect((await operator.get('/audit')).statusCode).toBe(200)

  await admin?.put(`/operators/${operator.id}/roles`, { roles: ['support'] })

  expect((await operator.get('/audit')).json()).toMatchObject({ code: 'operator_role' })
  const own = await admin?.put(`/operators/${admin.id}/roles`, { roles: ['finance'] })
  expect(own?.json()).toMatchObject({ code: 'operator_own' })
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
