// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { readStatus as Read } from './read-status.server.ts'

const page = new Request('http://pier.example/status', {
  headers: { 'x-forwarded-for': '198.51.100.9', 'x-request-id': 'one' },
})
const answer = (status: number, body: object) => () =>
  Promise.resolve(new Response(JSON.stringify(body), { status }))

let readStatus: typeof Read
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.resetModules()
  ;({ readStatus } = await import('./read-status.server.ts'))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('many visitors cost the API one call in ten seconds, in nobody’s name', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(answer(200, { as_of: 'now' }))
  vi.stubGlobal('fetch', fetch)

  for (let visitor = 0; visitor < 5; visitor++) await readStatus(page)
  expect(fetch).toHaveBeenCalledTimes(1)
  const sent = new Headers(fetch.mock.calls[0]?.[1]?.headers)
  expect([sent.get('x-request-id'), sent.get('x-forwarded-for')]).toEqual(['one', null])

  vi.advanceTimersByTime(10_001)
  await readStatus(page)
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('an API that is away is away since it was first missed, until it answers again', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.reject(new TypeError('fetch failed')))
  vi.stubGlobal('fetch', fetch)
  const missedAt = new Date().toISOString()
  expect(await readStatus(page)).toEqual({ status: null, awaySince: missedAt })

  vi.advanceTimersByTime(60_000)
  expect(await readStatus(page)).toEqual({ status: null, awaySince: missedAt })

  vi.advanceTimersByTime(60_000)
  fetch.mockImplementation(answer(200, { as_of: 'now' }))
  expect(await readStatus(page)).toEqual({ status: { as_of: 'now' }, awaySince: null })

  vi.advanceTimersByTime(60_000)
  fetch.mockImplementation(answer(503, { code: 'unavailable', message: 'Away' }))
  expect(await readStatus(page)).toEqual({
    status: null,
    awaySince: new Date().toISOString(),
  })
})

test('an outage that nobody saw the end of is not the beginning of the next', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.reject(new TypeError('fetch failed')))
  vi.stubGlobal('fetch', fetch)
  await readStatus(page)

  vi.advanceTimersByTime(3_600_000)

  const now = new Date().toISOString()
  expect(await readStatus(page)).toEqual({ status: null, awaySince: now })
  vi.advanceTimersByTime(60_000)
  expect(await readStatus(page)).toEqual({ status: null, awaySince: now })
})
