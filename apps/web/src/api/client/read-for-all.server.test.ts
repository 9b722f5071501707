// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readForAll } from './read-for-all.server.ts'

const company = (legalName: string) => () =>
  Promise.resolve(new Response(JSON.stringify({ legalName })))
const down = () => Promise.reject(new Error('No connection'))
const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const visitor = () =>
  new Request('http://pier.example/', {
    headers: { 'x-request-id': 'reference-1', 'x-forwarded-for': '203.0.113.9' },
  })

let read: ReturnType<typeof readForAll<string>>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.stubGlobal('fetch', fetch.mockReset().mockImplementation(company('Pier Ltd')))
  vi.spyOn(console, 'error').mockImplementation(() => {})
  read = readForAll(1000, async (call) => (await call('GET /company', undefined)).legalName)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('visitors who come together share one call, which is ours and not one of theirs', async () => {
  expect(await Promise.all([read(visitor()), read(visitor())])).toEqual(['Pier Ltd', 'Pier Ltd'])

  expect(fetch).toHaveBeenCalledTimes(1)
  const sent = new Headers(fetch.mock.calls[0]?.[1].headers)
  expect(sent.get('x-forwarded-for')).toBeNull()
  expect(sent.get('x-request-id')).toBe('reference-1')
})

test('an answer is read anew once it is old', async () => {
  await read(visitor())
  fetch.mockImplementation(company('Other Ltd'))
  vi.advanceTimersByTime(1000)
  expect(await read(visitor())).toBe('Pier Ltd')
  vi.advanceTimersByTime(1)

  expect(await read(visitor())).toBe('Other Ltd')
})

test('while the API does not answer, what it said last counts, and the log says so once', async () => {
  await read(visitor())
  fetch.mockImplementation(down)
  vi.advanceTimersByTime(1001)

  expect(await read(visitor())).toBe('Pier Ltd')
  expect(await read(visitor())).toBe('Pier Ltd')

  expect(fetch).toHaveBeenCalledTimes(2)
  expect(console.error).toHaveBeenCalledTimes(1)
})

test('before the first answer each request tries anew', async () => {
  fetch.mockImplementation(down)
  await expect(read(visitor())).rejects.toThrow('Please try again')
  fetch.mockImplementation(company('Pier Ltd'))

  expect(await read(visitor())).toBe('Pier Ltd')
})
