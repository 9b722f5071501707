import { afterEach, expect, test, vi } from 'vitest'
import { operatorCall, operatorDownload } from './operator.ts'

const assign = vi.fn<(address: string) => void>()

function answerWith(response: Response) {
  const fetch = vi.fn<typeof globalThis.fetch>().mockResolvedValue(response)
  vi.stubGlobal('fetch', fetch)
  return fetch
}
const standOn = (pathname: string, search = '') =>
  vi.stubGlobal('location', { pathname, search, assign })
const ended = () =>
  Response.json({ code: 'operator_login_required', message: 'Please log in' }, { status: 401 })
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

afterEach(() => {
  vi.unstubAllGlobals()
  assign.mockReset()
  localStorage.clear()
})

test('a call of the console carries nothing of the session of a user', async () => {
  localStorage.setItem('token', 'of a user')
  const fetch = answerWith(Response.json({ queues: [] }))

  await operatorCall('GET /operator/queues', undefined)

  expect(new Headers(fetch.mock.calls[0]?.[1]?.headers).has('x-access-token')).toBe(false)
})

test('what is not filtered by is not sent', async () => {
  const fetch = answerWith(Response.json({ rows: [], states: [], total: 0, pages: 1 }))
  const query = { page: 2, state: undefined, search: 'a b' }

  await operatorCall('GET /operator/queues/:queue', { params: { queue: 'disputes' }, query })

  expect(fetch.mock.calls[0]?.[0]).toBe('/api/operator/queues/disputes?page=2&search=a+b')
})

test('a session that ended leads to the login of the console, and back from there', async () => {
  standOn('/operator/queues/disputes', '?page=2')
  answerWith(ended())

  void operatorCall('GET /operator/queues', undefined)
  await settled()

  const back = encodeURIComponent('/operator/queues/disputes?page=2')
  expect(assign).toHaveBeenCalledExactlyOnceWith(`/operator/login#from=${back}`)
})

test('a file that is asked for after the session ended leads there too', async () => {
  standOn('/operator')
  answerWith(ended())

  void operatorDownload('GET /operator/documents/:id', {
    params: { id: '1' },
    query: { reason: 'To read the order' },
  })
  await settled()

  expect(assign).toHaveBeenCalledExactlyOnceWith('/operator/login')
})

test('a login that is refused is an answer, not a reason to leave', async () => {
  standOn('/operator/login')
  answerWith(ended())
  const body = { email: 'noor@pier.example', password: 'x', code: '123456' }

  await expect(operatorCall('POST /operator/login', { body })).rejects.toMatchObject({
    status: 401,
  })
  expect(assign).not.toHaveBeenCalled()
})
