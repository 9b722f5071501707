import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { givenOperators } from '../../../test/given/given-operators.ts'
import { goodPassword } from '../../../test/given/given-users.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { createApi } from '../../api.ts'
import { openDatabase } from '../db/database.ts'
import { startHub } from '../live/hub.ts'
import { createMetrics } from '../metrics.ts'

const product = useTestApp()
const { given, database } = product
const login = '/api/users/login'

test('an unknown address under /api answers 404 in the one error shape', async () => {
  const reply = await product.inject({ url: '/api/nothing' })

  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toEqual({ code: 'not_found', message: 'Not found' })
})

test.each([
  ['no JSON', 'text/plain', 'hello', 415, 'media_type'],
  ['broken JSON', 'application/json', '{"email":', 400, 'bad_request'],
  ['a poisoned prototype', 'application/json', '{"__proto__":{"a":1}}', 400, 'bad_request'],
  ['an array', 'application/json', '[]', 400, 'invalid_input'],
  ['no body', 'application/json', '', 400, 'invalid_input'],
  ['a number for a text', 'application/json', '{"email":1,"password":"x"}', 400, 'invalid_input'],
  ['a body of 70 kB', 'application/json', `"${'x'.repeat(70_000)}"`, 413, 'body_too_large'],
])('a request is refused when it brings %s', async (_case, type, payload, status, code) => {
  const headers = { 'content-type': type }

  const reply = await product.inject({ method: 'POST', url: login, payload, headers })

  expect(reply.statusCode).toBe(status)
  expect(reply.json()).toMatchObject({ code, message: expect.any(String) })
})

test('a character that PostgreSQL cannot store is refused, not crashed on', async () => {
  const body = { name: 'Ma\u0000ra', email: 'a@b.example', password: 'long enough password' }

  const reply = await product.browser().post('/users/register', body)

  expect(reply.json()).toMatchObject({ code: 'invalid_input', field: 'name' })
})

test('every reply carries the same security headers and a request id', async () => {
  const { browser } = await given.user()
  const wanted = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  }

  for (const reply of [
    await browser.get('/users/self'),
    await browser.get('/nothing'),
    await browser.post('/users/login', {}),
    await product.inject({ url: '/health/live' }),
  ]) {
    expect(reply.headers).toMatchObject(wanted)
    expect(reply.headers).not.toHaveProperty('x-powered-by')
    expect(reply.headers).not.toHaveProperty('server')
  }
})

test('a page of another site cannot post here', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' }

  const reply = await product.inject({ method: 'POST', url: login, payload: '{}', headers })

  expect(reply.json()).toMatchObject({ code: 'bad_request' })
})

/** Registers once by this header; one place may do so five times an hour. */
async function registerFrom(forwardedFor: string): Promise<number> {
  const email = `mara.${randomUUID().slice(0, 8)}@mail.example`
  const reply = await product.inject({
    method: 'POST',
    url: '/api/users/register',
    payload: { name: 'Mara Lindqvist', email, password: goodPassword },
    headers: { 'x-forwarded-for': forwardedFor },
  })
  return reply.statusCode
}

test('only the proxies of ours say where a request comes from, whatever stands before', async () => {
  const statuses: number[] = []
  for (let call = 1; call <= 6; call++) {
    statuses.push(await registerFrom(`198.51.100.${call}, 192.0.2.77`))
  }

  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect(await registerFrom('198.51.100.1, 192.0.2.78')).toBe(200)
})

test('the live and ready checks answer', async () => {
  expect((await product.inject({ url: '/health/live' })).json()).toEqual({ status: 'live' })
  expect((await product.inject({ url: '/health/ready' })).json()).toEqual({ status: 'ready' })
})

test('a node whose database is away lives, and is not ready', async () => {
  const { config, database } = product
  const { log } = database
  const nobody = { ...config.database, url: 'postgres://nobody@127.0.0.1:9/none' }
  const db = openDatabase({ ...nobody, log })
  const live = startHub(db, nobody)
  const node = await createApi({ db, config, live, log, metrics: createMetrics() })

  expect((await node.inject('/health/live')).statusCode).toBe(200)
  expect((await node.inject('/health/ready')).statusCode).toBe(503)

  await node.close()
  await live.stop()
  await db.destroy()
})

test('a node that leaves still answers, keeps no connection and is not ready', async () => {
  const leaving = new AbortController()
  const node = await product.anotherNode({ leaving: leaving.signal })
  const look = async (url: string) => {
    const { statusCode, headers } = await node.inject(url)
    return [statusCode, headers.connection]
  }
  expect(await look('/health/ready')).toEqual([200, 'keep-alive'])

  leaving.abort()

  expect(await look('/health/ready')).toEqual([503, 'close'])
  expect(await look('/health/live')).toEqual([200, 'close'])
})

test('dropped database connections cost some requests a 503, never the process', async () => {
  const { browser } = await given.user()
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`

  for (let round = 0; round < 10; round++) {
    const calls = Array.from({ length: 8 }, () => browser.get('/users/self'))
    await database.owner.pool.query(cut)
    for (const reply of await Promise.all(calls)) {
      expect([200, 503]).toContain(reply.statusCode)
      if (reply.statusCode === 503) expect(reply.headers['retry-after']).toBe('1')
    }
  }

  await expect.poll(async () => (await browser.get('/users/self')).statusCode).toBe(200)
})

test('the OpenAPI document is served at /api/docs', async () => {
  const document = (await product.inject({ url: '/api/docs' })).json()

  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths)).toContain('/api/users/login')
  expect(document.components.securitySchemes.token.name).toBe('x-access-token')
})

test('how operators work is described to operators alone', async () => {
  const users = await product.inject({ url: '/api/docs' })
  expect(users.body).not.toContain('/operator/')

  expect((await product.inject({ url: '/api/operator/docs' })).statusCode).toBe(401)
  const officer = await givenOperators(product).operator('support')
  const { paths } = (await officer.get('/docs')).json<{ paths: object }>()
  expect(Object.keys(paths)).toContain('/api/operator/decisions/{id}/confirm')
  expect(Object.keys(paths).every((path) => path.startsWith('/api/operator/'))).toBe(true)
})

test.each(['/api/%E0%A4%A', `/api/users/sessions/${'x'.repeat(300)}`])(
  'an address that cannot be read is refused in the one error shape: %s',
  async (url) => {
    const reply = await product.inject({ url })

    expect(reply.statusCode).toBeLessThan(500)
    expect(reply.json()).toEqual({ code: expect.any(String), message: expect.any(String) })
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
  },
)
