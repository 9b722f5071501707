import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isExpired } from '../../session/tokens.ts'
import { lastingToken } from '../../testing/lasting-token.ts'
import { call } from './client.ts'
import { forgetFirstAnswers } from './first-answers.ts'
import { beginFirstCall } from './first-call.ts'
import { firstCallKey, firstCallScript } from './first-call-script.ts'

const fetched = vi.fn<typeof globalThis.fetch>()

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  localStorage.setItem('token', lastingToken())
})

afterEach(() => {
  forgetFirstAnswers()
  fetched.mockReset()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(window, firstCallKey)
  localStorage.clear()
  history.replaceState(null, '', '/')
})

/** The server of a dashboard: each call answers with its own path, but that for the whole page. */
const answerAll = (parts: object = { self: 'together', borrowed: 'together' }) =>
  fetched.mockImplementation(async (address) =>
    Response.json(typeof address === 'string' && /^\/api\/app\b/.test(address) ? parts : address),
  )
const asked = () => fetched.mock.calls.map(([address]) => address)
const runScript = (page: string) => {
  history.replaceState(null, '', page)
  // oxlint-disable-next-line typescript/no-implied-eval -- It is a script of a page, which is text.
  new Function(firstCallScript)()
}
const borrower = { body: { page: 1, limit: 100 } }

test('the single calls of a page are answered by its one call, each once', async () => {
  answerAll()
  beginFirstCall('/app')

  expect(await call('GET /users/self')).toBe('together')
  expect(await call('POST /escrow/borrower', borrower)).toBe('together')
  expect(asked()).toEqual(['/api/app/dashboard'])

  expect(await call('GET /users/self')).toBe('/api/users/self')
})

test('a tab that stood still before the code came asks anew', async () => {
  answerAll()
  vi.useFakeTimers({ toFake: ['Date'] })
  runScript('/app')
  vi.setSystemTime(Date.now() + 60_000)
  beginFirstCall('/app')
  await call('GET /users/self')

  expect(asked()).toEqual(['/api/app/dashboard', '/api/app/dashboard'])
})

test('what is not in it is asked for by itself', async () => {
  answerAll()
  beginFirstCall('/app')

  expect(await call('POST /escrow/borrower', { body: { page: 2, limit: 100 } })).toBe(
    '/api/escrow/borrower',
  )
  expect(await call('GET /notifications')).toBe('/api/notifications')
})

test('if it fails, every call says for itself what is wrong', async () => {
  answerAll()
  fetched.mockImplementationOnce(async () => Response.json({}, { status: 503 }))
  beginFirstCall('/app')

  expect(await call('GET /users/self')).toBe('/api/users/self')
})

test('after an event, an act or some seconds nothing is taken from it', async () => {
  answerAll()
  beginFirstCall('/app')
  forgetFirstAnswers()
  expect(await call('GET /users/self')).toBe('/api/users/self')

  beginFirstCall('/app')
  await call('POST /users/verify-email/resend')
  expect(await call('GET /users/self')).toBe('/api/users/self')

  vi.useFakeTimers({ toFake: ['Date'] })
  beginFirstCall('/app')
  vi.setSystemTime(Date.now() + 10_000)
  expect(await call('GET /users/self')).toBe('/api/users/self')
})

test('a page that reads by a body what the one call does not hold still takes the rest from it', async () => {
  answerAll()
  beginFirstCall('/app/borrow')
  await call('POST /escrow/borrower', { body: { page: 1, limit: 4 } })

  expect(await call('GET /users/self')).toBe('together')
})

test('what was asked for while an act was under way is not taken after it', async () => {
  answerAll()
  const act = Promise.withResolvers<Response>()
  fetched.mockImplementationOnce(() => act.promise)
  const acting = call('POST /users/verify-email/resend')
  beginFirstCall('/app')
  act.resolve(Response.json(null))
  await acting

  expect(await call('GET /users/self')).toBe('/api/users/self')
})

test('what the first bytes asked for one person is not taken for another', async () => {
  answerAll()
  runScript('/app')
  localStorage.setItem('token', lastingToken().replace(/\.[^.]*$/, '.b3RoZXI'))
  beginFirstCall('/app')
  await call('GET /users/self')

  expect(asked()).toEqual(['/api/app/dashboard', '/api/app/dashboard'])
})

test('an event that comes before the answer makes it old', async () => {
  answerAll()
  beginFirstCall('/app')
  const self = call('GET /users/self')
  forgetFirstAnswers()

  expect(await self).toBe('/api/users/self')
})

test.each([
  ['/app', '/api/app/dashboard'],
  ['/app/', '/api/app/dashboard'],
  ['/app/my-domains', '/api/app'],
  [
    '/app/escrow/00000000-0000-4000-8000-000000000001',
    '/api/app/loans/00000000-0000-4000-8000-000000000001',
  ],
])('of %s, both the first bytes and the code ask for %s', async (page, path) => {
  answerAll()
  runScript(page)
  beginFirstCall(page)
  await call('GET /users/self')
  expect(asked()).toEqual([path])
  expect(new Headers(fetched.mock.calls[0]?.[1]?.headers).get('x-access-token')).toBe(
    localStorage.getItem('token'),
  )

  forgetFirstAnswers()
  beginFirstCall(page)
  await vi.waitFor(() => expect(asked()).toEqual([path, path]))
})

test('what the first bytes asked for one page is not taken for another', async () => {
  answerAll()
  runScript('/app')
  beginFirstCall('/app/my-domains')

  await vi.waitFor(() => expect(asked()).toEqual(['/api/app/dashboard', '/api/app']))
})

const tokenThatEndsIn = (seconds: number) => {
  const claims = {
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + seconds,
  }
  return `head.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_')}.signature`
}

test.each([
  ['lasts', tokenThatEndsIn(900), 0],
  ['has ended', tokenThatEndsIn(-1), 0],
  ['ends in a moment', tokenThatEndsIn(3), 0],
  ['lasts by the clock of the server', tokenThatEndsIn(-60), -120_000],
  ['has ended by the clock of the server', tokenThatEndsIn(60), 120_000],
  ['cannot be read', 'nonsense', 0],
  ['has no end', `head.${btoa('{}')}.signature`, 0],
])('the first bytes ask with a token just as the code would: one that %s', (_, token, offset) => {
  answerAll()
  localStorage.setItem('token', token)
  localStorage.setItem('clockOffsetMs', String(offset))
  runScript('/app')

  expect(asked()).toHaveLength(isExpired(token) ? 0 : 1)
})

test('without a token the first bytes ask for nothing', () => {
  answerAll()
  localStorage.removeItem('token')
  runScript('/app')

  expect(asked()).toEqual([])
})
