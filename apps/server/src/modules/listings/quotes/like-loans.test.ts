import { expect, test } from 'vitest'
import { leastOf, presentLike, roundAmount } from './like-loans.ts'
import { monthsOf, type Group } from './quotes.repository.ts'

const now = new Date('2026-11-19T12:00:00Z')
const group: Group = {
  suffix: 'com',
  step: 2,
  loans: 7,
  withValue: 7,
  amountCents: [421_234, 650_111, 980_999, 1_341_200, 1_812_345],
  rateBps: [1251, 1470, 1755, 2090, 2604],
  termDays: [44, 75, 121, 182, 268],
  ltv: [17.2, 26, 34.4, 43, 55.9],
}
const all = { ...group, suffix: null, step: null, loans: 30 }
const asked = (unicode: string, suffix = 'com') => ({ unicode, suffix, now })

test('figures are rounded, so that no loan can be read from them', () => {
  expect(presentLike([group, all], asked('saltlantern.com'))).toEqual({
    suffix: 'com',
    length_min: 9,
    length_max: 13,
    from: '2024-11',
    until: '2026-10',
    own: {
      loans_least: 5,
      amount: { p10: 4200, p25: 6500, p50: 9800, p75: 13_500, p90: 18_000 },
      rate: { p10: 12.5, p25: 14.75, p50: 17.5, p75: 21, p90: 26 },
      term: { p10: 45, p25: 75, p50: 120, p75: 180, p90: 270 },
      ltv: { p10: 15, p25: 25, p50: 35, p75: 45, p90: 55 },
    },
    all: null,
  })
})

test.each([
  ['abcd.com', 1, 4],
  ['abcde.com', 5, 8],
  ['abcdefgh.com', 5, 8],
  ['abcdefghi.com', 9, 13],
  ['bücherhäfen.com', 9, 13],
  ['abcdefghijklmn.com', 14, null],
])('%s is like names of %s to %s characters', (unicode, least, most) => {
  const like = presentLike([], asked(unicode))

  expect([like.length_min, like.length_max]).toEqual([least, most])
})

test('names of another ending or length are not like it, and all names stand in for them', () => {
  const like = presentLike([group, all], asked('kelpgarden.coop', 'coop'))

  expect(like.own).toBeNull()
  expect(like.all?.loans_least).toBe(20)
  expect(presentLike([group], asked('abc.com'))).toMatchObject({ own: null, all: null })
})

test('how many loans there were is told in steps, so that no difference of two is one loan', () => {
  expect([5, 9, 10, 19, 20, 241, 4000].map(leastOf)).toEqual([5, 5, 10, 10, 20, 200, 1000])
})

test('a loan to value needs five loans that had a value', () => {
  const like = presentLike([{ ...group, withValue: 4 }], asked('saltlantern.com'))

  expect(like.own?.ltv).toBeNull()
})

test('amounts are rounded more coarsely as they grow', () => {
  expect([51_000, 123_456, 1_234_567, 12_345_678].map(roundAmount)).toEqual([
    500, 1200, 12_500, 125_000,
  ])
})

test('the months counted are whole and past', () => {
  expect(monthsOf(new Date('2026-01-01T00:00:00Z'))).toEqual({ from: '2024-01', until: '2025-12' })
})
