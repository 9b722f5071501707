import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { goodPassword } from '../../../test/given/given-users.ts'
import { createTestBrowser, type TestBrowser } from '../../../test/test-browser.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { createApi } from '../../api.ts'
import type { Config } from '../config.ts'
import { startHub } from '../live/hub.ts'
import { createLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { nameInLog } from './name-in-log.ts'

const product = useTestApp()
const command = fileURLToPath(new URL('../../pier.ts', import.meta.url))
type Line = { msg: string; reqId: string; route: string; status: number; user?: string }

/** An API of its own with the lines that it logs. */
async function startLogged(change: (config: Config) => Partial<Config> = () => ({})) {
  const said: string[] = []
  const log = createLog({ level: 'info', name: 'api' }, { write: (line) => void said.push(line) })
  const { db, config } = product
  const live = startHub(db, config.directDatabase)
  const changed = { ...config, ...change(config) }
  const app = await createApi({ db, config: changed, live, log, metrics: createMetrics() })
  const lines = () => said.map((line) => JSON.parse(line) as Line)
  const stop = () => app.close().then(() => live.stop())
  return { app, said, stop, requests: () => lines().filter(({ msg }) => msg === 'request') }
}

const headersOf = ({ token, cookie, userAgent, address }: TestBrowser) => ({
  'user-agent': userAgent,
  'x-forwarded-for': address,
  ...(token && { 'x-access-token': token }),
  ...(cookie && { cookie: `__Host-bind=${cookie}` }),
})

test('a request is one line, with the id of our web server and a name for who asked', async () => {
  const { browser: mara } = await product.given.user()
  const { browser: ben } = await product.given.user()
  const node = await startLogged()
  const id = randomUUID()
  const ask = (browser: TestBrowser, url: string) =>
    node.app.inject({ url, headers: { ...headersOf(browser), 'x-request-id': id } })

  const reply = await ask(mara, '/api/users/self')
  await ask(mara, '/api/escrow/0191')
  await ask(ben, '/api/users/self')
  await ask(product.browser(), '/api/listings')

  expect(reply.headers['x-request-id']).toBe(id)
  const [first, second, other, nobody] = node.requests()
  expect(first).toMatchObject({ reqId: id, method: 'GET', route: '/api/users/self', status: 200 })
  expect(first).toHaveProperty('ms', expect.any(Number))
  expect(second).toMatchObject({ reqId: id, route: '/api/escrow/:id' })
  expect(first?.user).toMatch(/^[\w-]{16}$/)
  expect(second?.user).toBe(first?.user)
  expect(other?.user).toMatch(/^[\w-]{16}$/)
  expect(other?.user).not.toBe(first?.user)
  expect(nobody).not.toHaveProperty('user')
  expect(node.requests()).toHaveLength(4)
  expect(node.said.join('')).not.toContain(reply.json<{ id: string }>().id)
  await node.stop()
})

test('no line holds a token, a password, an address or what somebody searched for', async () => {
  const node = await startLogged()
  const browser = createTestBrowser(node.app)
  const email = `mara.${randomUUID().slice(0, 8)}@mail.example`
  const signUp = { name: 'Mara Lindqvist', email, password: goodPassword }
  await browser.register(signUp)
  await browser.logIn({ email, password: goodPassword })
  const token = browser.token ?? ''
  const headers = { ...headersOf(browser), 'x-forwarded-for': '198.51.100.9' }
  for (const url of [`/api/users/self?token=x7-query`, `/api/${email}`, '/api/agreements/x7-path'])
    await node.app.inject({ url, headers })
  await node.app.inject({ url: '/api/%E0%A4%A?token=x7-unreadable', headers })

  expect(token.length).toBeGreaterThan(50)
  expect(node.requests().map(({ route }) => route)).toEqual([
    '/api/users/register',
    '/api/users/login',
    '/api/users/self',
    'none',
    '/api/agreements/:token',
    'none',
  ])
  for (const secret of [token, goodPassword, email, 'Mara', 'x7', '198.51.100.9', '"127.0.0.1"'])
    expect(node.said.join('')).not.toContain(secret)
  await node.stop()
})

test('where nobody of ours stands in front, a caller chooses no id', async () => {
  const node = await startLogged(({ http }) => ({ http: { ...http, trustedProxyHops: 0 } }))
  const id = randomUUID()

  const reply = await node.app.inject({ url: '/api/numbers', headers: { 'x-request-id': id } })

  expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(reply.headers['x-request-id']).not.toBe(id)
  await node.stop()
})

test('an id that is none of ours is not taken into the log', async () => {
  const node = await startLogged()

  await node.app.inject({ url: '/api/numbers', headers: { 'x-request-id': 'x7 "forged": 1' } })

  expect(node.requests()).toHaveLength(1)
  expect(node.said.join('')).not.toContain('x7')
  await node.stop()
})

test('health checks have no line, nor has anything once the access log is off', async () => {
  const node = await startLogged()
  await node.app.inject('/health/ready')
  const silent = await startLogged(() => ({ hasAccessLog: false }))
  await silent.app.inject('/api/numbers')

  expect([node.requests(), silent.requests()]).toEqual([[], []])
  await node.stop()
  await silent.stop()
})

test('the name of a user in the log lasts for a day, and only our key makes it', () => {
  const name = nameInLog(Buffer.alloc(32, 1))
  const other = nameInLog(Buffer.alloc(32, 2))
  const user = randomUUID()

  const morning = name(user, new Date('2026-11-18T00:00:00Z'))

  expect(name(user, new Date('2026-11-18T23:59:59Z'))).toBe(morning)
  expect(name(user, new Date('2026-11-19T00:00:00Z'))).not.toBe(morning)
  expect(other(user, new Date('2026-11-18T00:00:00Z'))).not.toBe(morning)
})

test('who has the key asks the command for the name of a user on a day', () => {
  const user = randomUUID()
  const key = Buffer.alloc(32, 1)
  const run = (...input: string[]) =>
    spawnSync(process.execPath, [command, 'log-name', ...input], {
      env: { BLIND_INDEX_KEY: key.toString('base64') },
      encoding: 'utf8',
    })

  const said = run(user, '2026-11-18')

  expect(said.stdout.trim()).toBe(nameInLog(key)(user, new Date('2026-11-18T12:00:00Z')))
  expect(run(user, 'yesterday').status).toBe(2)
})
