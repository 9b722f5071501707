// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { readAnnouncement as Read } from './announcement.server.ts'

const words = 'Payments are late today.'
const page = (signal?: AbortSignal) =>
  new Request('http://pier.example/', { signal: signal ?? null })
const answer = (status: number, body: object) => () =>
  Promise.resolve(new Response(JSON.stringify(body), { status }))

let readAnnouncement: typeof Read
beforeEach(async () => {
  vi.resetModules()
  ;({ readAnnouncement } = await import('./announcement.server.ts'))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a rate-limited visitor does not hide the announcement from others', async () => {
  const fetch = vi.fn(answer(429, { code: 'too_many_requests', message: 'Too many' }))
  vi.stubGlobal('fetch', fetch)
  expect(await readAnnouncement(page())).toBeNull()

  fetch.mockImplementation(answer(200, { text: words, since: null }))
  expect(await readAnnouncement(page())).toBe(words)
})

test('a visitor who leaves before the answer does not hide the announcement from others', async () => {
  const fetch = vi.fn(async (_url: string, { signal }: RequestInit) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
    signal?.throwIfAborted()
    return answer(200, { text: words, since: null })()
  })
  vi.stubGlobal('fetch', fetch)
  const leaving = new AbortController()

  const first = readAnnouncement(page(leaving.signal))
  const other = readAnnouncement(page())
  leaving.abort()

  expect([await first, await other]).toEqual([words, words])
})
