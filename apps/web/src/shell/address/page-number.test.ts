import { expect, test } from 'vitest'
import { readPage } from './page-number.ts'

test('the page is read from the address, and is 1 without one', () => {
  expect(readPage(undefined)).toBe(1)
  expect(readPage('1')).toBe(1)
  expect(readPage('27')).toBe(27)
})

test.each(['0', '-1', '1.5', '01', 'x', '2x', '', ' 2', '1e3', '1000000'])(
  '"%s" is no page',
  (text) => {
    expect(readPage(text)).toBeNull()
  },
)
