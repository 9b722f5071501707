import { expect, test } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'

const product = useTestApp({ requestsPerMinuteMax: 5 })

test.each([
  ['bad tokens', '/users/self'],
  ['addresses that do not exist', '/nothing'],
])('a flood of %s is stopped before anything is looked up', async (_case, path) => {
  const browser = Object.assign(product.browser(), { token: 'abc.def.ghi' })

  const statuses: number[] = []
  for (let call = 0; call < 8; call++) statuses.push((await browser.get(path)).statusCode)

  expect(statuses.slice(0, 5).every((status) => status === 401 || status === 404)).toBe(true)
  expect(statuses.slice(5)).toEqual([429, 429, 429])
})

test('one flood does not stop somebody else, nor the health of the process', async () => {
  const flood = product.browser()
  for (let call = 0; call < 8; call++) await flood.get('/nothing')

  expect((await product.browser().get('/nothing')).statusCode).toBe(404)
  for (let call = 0; call < 8; call++) {
    expect((await product.inject({ url: '/health/live' })).statusCode).toBe(200)
  }
})
