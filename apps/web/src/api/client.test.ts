import { afterEach, expect, test, vi } from 'vitest'
import { send } from './client.ts'

afterEach(() => vi.unstubAllGlobals())

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
