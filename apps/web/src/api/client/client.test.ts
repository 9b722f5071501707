import { afterEach, expect, test, vi } from 'vitest'
import { call, download, send, upload } from './client.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

/** The network, faked: the server's own side is tested with real sockets. */
function answerWith(response: Response) {
  const fetch = vi.fn<typeof globalThis.fetch>().mockResolvedValue(response)
  vi.stubGlobal('fetch', fetch)
  return fetch
}

test('a 204 response yields empty data', async () => {
  answerWith(new Response(null, { status: 204 }))

  expect(await send('POST /users/logout', {})).toBeNull()
})

test('a response with an empty body yields empty data', async () => {
  answerWith(new Response('', { status: 200 }))

  expect(await send('POST /users/logout', {})).toBeNull()
})

test('a non-OK response throws the parsed error body', async () => {
  const body = { code: 'invalid_credentials', message: 'Invalid email or password' }
  answerWith(Response.json(body, { status: 401 }))

  await expect(
    send('POST /users/login', { body: { email: 'a@b.example', password: 'x' } }),
  ).rejects.toMatchObject({ status: 401, body })
})

test('a refusal keeps the id under which the server knows the request', async () => {
  const headers = { 'x-request-id': 'reference-1' }
  answerWith(Response.json({ code: 'unexpected', message: 'No' }, { status: 500, headers }))

  await expect(send('POST /users/logout', {})).rejects.toMatchObject({ reference: 'reference-1' })
})

test('an id in the path is encoded', async () => {
  const fetch = answerWith(new Response(null, { status: 204 }))

  await send('DELETE /users/sessions/:id', { params: { id: 'a/b' } })

  expect(fetch).toHaveBeenCalledWith('/api/users/sessions/a%2Fb', expect.anything())
})

test('a call goes to /api as JSON, with the token in x-access-token', async () => {
  logIn()
  const fetch = answerWith(new Response(null, { status: 204 }))

  await call('POST /users/profile', { body: { city: 'Malmö' } })

  const [url, request] = fetch.mock.calls[0] ?? []
  expect(url).toBe('/api/users/profile')
  expect(request?.body).toBe('{"city":"Malmö"}')
  const sent = new Headers(request?.headers)
  expect(sent.get('content-type')).toBe('application/json')
  expect(sent.get('x-access-token')).toBe(localStorage.getItem('token'))
})

test('a key of the request is sent as a header', async () => {
  const fetch = answerWith(Response.json({ uri: 'https://pay.example' }))
  const headers = { 'idempotency-key': '00000000-0000-4000-8000-000000000000' }

  await send('POST /transactions/stripe-session', { body: { amount: 50 }, headers })

  const sent = new Headers(fetch.mock.calls[0]?.[1]?.headers)
  expect(sent.get('idempotency-key')).toBe(headers['idempotency-key'])
  expect(sent.get('content-type')).toBe('application/json')
})

const statement = { query: { format: 'csv', from: '2026-10-01', to: '2026-10-31' } } as const

function logIn() {
  const claims = { iat: Date.now() / 1000, exp: Date.now() / 1000 + 900 }
  localStorage.setItem('token', `head.${btoa(JSON.stringify(claims))}.signature`)
}

test('a file is fetched with the token, and keeps the name the server gives it', async () => {
  logIn()
  const headers = { 'content-disposition': 'attachment; filename="statement.csv"' }
  const fetch = answerWith(new Response('a,b\r\n', { headers }))

  const { name, content } = await download('GET /transactions/statement', statement)

  expect(name).toBe('statement.csv')
  expect(await content.text()).toBe('a,b\r\n')
  expect(fetch.mock.calls[0]?.[0]).toBe(
    '/api/transactions/statement?format=csv&from=2026-10-01&to=2026-10-31',
  )
  const sent = new Headers(fetch.mock.calls[0]?.[1]?.headers)
  expect(sent.get('x-access-token')).toBe(localStorage.getItem('token'))
})

test('a file that is refused says why', async () => {
  logIn()
  const body = { code: 'too_many_requests', message: 'Too many attempts' }
  answerWith(Response.json(body, { status: 429 }))

  await expect(download('GET /transactions/statement', statement)).rejects.toMatchObject({ body })
})

test('a file is sent as it is, under its own type', async () => {
  logIn()
  const fetch = answerWith(Response.json({ id: '1' }, { status: 201 }))
  const file = new Blob(['%PDF-'], { type: 'application/pdf' })
  const params = { id: '00000000-0000-4000-8000-000000000000' }

  await upload('POST /escrow/:id/evidence', { params, headers: { 'x-file-name': 'a.pdf' } }, file)

  const sent = fetch.mock.calls[0]?.[1]
  expect(sent?.body).toBe(file)
  expect(new Headers(sent?.headers).get('content-type')).toBe('application/pdf')
  expect(new Headers(sent?.headers).get('x-file-name')).toBe('a.pdf')
})

const tokenFor = (seconds: number) => {
  const iat = Math.floor(Date.now() / 1000)
  return `head.${btoa(JSON.stringify({ iat, exp: iat + seconds, jti: Math.random() }))}.signature`
}
const sentBy = (fetch: ReturnType<typeof answerWith>) =>
  fetch.mock.calls.map(([address, init]) => ({
    address,
    token: new Headers(init?.headers).get('x-access-token'),
    type: new Headers(init?.headers).get('content-type'),
  }))

test('an expired token goes along with its refresh, and the call with the new one', async () => {
  vi.stubGlobal('navigator', {}) // No locks: they are for several tabs.
  const [expired, accessToken] = [tokenFor(0), tokenFor(900)]
  localStorage.setItem('token', expired)
  localStorage.setItem('refreshToken', 'rt1.kept')
  const fetch = answerWith(new Response('{}'))
  fetch.mockImplementation(async () => Response.json({ accessToken }))

  await call('GET /users/self')

  expect(sentBy(fetch)).toEqual([
    { address: '/api/users/refresh', token: expired, type: 'application/json' },
    { address: '/api/users/self', token: accessToken, type: null },
  ])
  expect(fetch.mock.calls[0]?.[1]?.body).toBe('{"refreshToken":"rt1.kept"}')
  expect(localStorage.getItem('token'), 'stored').toBe(accessToken)
})

test('login and register go without a token, and everything else that is public with it', async () => {
  const token = tokenFor(900)
  localStorage.setItem('token', token)
  const fetch = answerWith(new Response('{}'))
  fetch.mockImplementation(async () => Response.json({}))
  const person = { email: 'a@b.example', password: 'x' }

  await call('POST /users/login', { body: person })
  await call('POST /users/register', { body: { ...person, name: 'A' } })
  await call('POST /users/get_reset_token', { body: { email: person.email } })
  await call('POST /users/reset', { body: { token: 't', newPassword: 'x' } })

  expect(sentBy(fetch).map(({ address, token: carried }) => [address, carried])).toEqual([
    ['/api/users/login', null],
    ['/api/users/register', null],
    ['/api/users/get_reset_token', token],
    ['/api/users/reset', token],
  ])
})

test('without any token a call leads to the login and is not sent', async () => {
  const fetch = answerWith(new Response('{}'))
  const assign = vi.fn<typeof window.location.assign>()
  vi.spyOn(window.location, 'assign').mockImplementation(assign)

  void call('GET /users/self')
  await vi.waitFor(() => expect(assign).toHaveBeenCalled())

  expect(assign.mock.calls[0]?.[0]).toMatch(/^\/login/)
  expect(fetch).not.toHaveBeenCalled()
})

test('a 401 of any call removes both tokens and leads to the login', async () => {
  localStorage.setItem('token', tokenFor(900))
  localStorage.setItem('refreshToken', 'rt1.kept')
  answerWith(Response.json({ code: 'login_required', message: 'Please log in' }, { status: 401 }))
  const assign = vi.fn<typeof window.location.assign>()
  vi.spyOn(window.location, 'assign').mockImplementation(assign)

  void call('GET /users/self')
  await vi.waitFor(() => expect(assign).toHaveBeenCalled())

  expect(assign.mock.calls[0]?.[0]).toMatch(/^\/login/)
  expect([localStorage.getItem('token'), localStorage.getItem('refreshToken')]).toEqual([
    null,
    null,
  ])
})
