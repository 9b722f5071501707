import { afterEach, expect, test, vi } from 'vitest'
import type { Route } from './+types/quote-picture'
import { loader } from './quote-picture.ts'

afterEach(() => vi.unstubAllGlobals())

function askFor(status: number) {
  const body = { code: 'refused', message: 'Not now.' }
  vi.stubGlobal('fetch', async () => Response.json(body, { status }))
  const request = new Request('http://localhost/quote/saltlantern.com/card.png')
  // The loader reads nothing else of what the router gives it.
  return loader({ request, params: { name: 'saltlantern.com' } } as Route.LoaderArgs)
}

test.each([
  [429, 429],
  [422, 404],
])('where the API answers %i, the picture is a %i', async (status, shown) => {
  expect((await askFor(status)).status).toBe(shown)
})

test('any other failure is one of ours', async () => {
  await expect(askFor(500)).rejects.toThrow('Not now.')
})
