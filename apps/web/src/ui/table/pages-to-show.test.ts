import { expect, test } from 'vitest'
import { pagesToShow } from './pages-to-show.ts'

test('few pages are all shown', () => {
  expect(pagesToShow({ page: 1, last: 1 })).toEqual([1])
  expect(pagesToShow({ page: 3, last: 7 })).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('many pages leave gaps, never of a single page', () => {
  expect(pagesToShow({ page: 1, last: 20 })).toEqual([1, 2, 3, 4, 5, null, 20])
  expect(pagesToShow({ page: 10, last: 20 })).toEqual([1, null, 9, 10, 11, null, 20])
  expect(pagesToShow({ page: 20, last: 20 })).toEqual([1, null, 16, 17, 18, 19, 20])
  expect(pagesToShow({ page: 99, last: 20 })).toEqual([1, null, 16, 17, 18, 19, 20])
})

test('the page shown, the first and the last are always there, in order and once', () => {
  for (let last = 1; last <= 30; last++)
    for (let page = 1; page <= last; page++) {
      const shown = pagesToShow({ page, last })
      const numbers = shown.filter((number) => number !== null)

      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
      expect(numbers).toEqual(expect.arrayContaining([1, page, last]))
      expect(shown.length).toBeLessThanOrEqual(7)
    }
})
