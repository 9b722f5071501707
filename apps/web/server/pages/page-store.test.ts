// @vitest-environment node
import { expect, test } from 'vitest'
import { openPageStore } from './page-store.ts'

const entry = (size: number) => ({
  page: {
    status: 200,
    isShared: true,
    size,
    cut: { size, plain: () => Buffer.alloc(0), gzipped: () => Buffer.alloc(0) },
    headers: [],
    policy: [],
  },
  freshness: { freshMs: 1, staleMs: 1 },
  facts: null,
  renderedAtMs: 0,
  readAtMs: 0,
})
const there = (store: ReturnType<typeof openPageStore>) =>
  ['/a', '/b', '/c'].filter((url) => store.get(url))

test('of too many pages the one goes that nobody asked for the longest', () => {
  const store = openPageStore({ pagesMax: 2, bytesMax: 1000 })
  const first = entry(1)
  store.keep('/a', first)
  store.keep('/b', entry(1))
  store.touch('/a', first)
  store.keep('/c', entry(1))
  expect(there(store)).toEqual(['/a', '/c'])
})

test('pages take no more memory than allowed, and one that is made anew counts once', () => {
  const store = openPageStore({ pagesMax: 100, bytesMax: 100 })
  for (let time = 0; time < 10; time++) store.keep('/a', entry(60))
  store.keep('/b', entry(40))
  expect(there(store)).toEqual(['/a', '/b'])
  store.keep('/c', entry(40))
  expect(there(store)).toEqual(['/b', '/c'])
})
