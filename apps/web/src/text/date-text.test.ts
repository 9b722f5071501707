import { expect, test } from 'vitest'
import { clockTime, longDay, nearDay, roughLeft, shortDay, timeLeft } from './date-text.ts'

test('dates are told in UTC and in one spelling', () => {
  expect(shortDay('2026-09-28')).toBe('28 Sep')
  expect(longDay('2026-10-19T12:10:00Z')).toBe('Mon 19 Oct 2026')
  expect(longDay('2026-10-19T23:30:00-05:00')).toBe('Tue 20 Oct 2026')
  expect(nearDay('2026-10-15T12:00:00Z')).toBe('Thu 15 Oct')
  expect(clockTime('2026-10-30T23:59:59Z')).toBe('23:59 UTC')
})

test.each([
  ['2026-10-16T16:00:00Z', '2 days 4 hours left'],
  ['2026-10-16T12:00:00Z', '2 days left'],
  ['2026-10-15T11:59:00Z', '23 hours left'],
  ['2026-10-14T12:34:30Z', '34 minutes left'],
  ['2026-10-14T12:00:00Z', '0 minutes left'],
  ['2026-10-14T11:59:00Z', '1 minute ago'],
  ['2026-10-12T08:00:00Z', '2 days 4 hours ago'],
  ['2027-10-14T12:00:00Z', '365 days left'],
])('at noon of 14 October, %s is %s', (until, text) => {
  expect(timeLeft({ until, now: '2026-10-14T12:00:00Z' })).toBe(text)
})

test.each([
  ['2026-10-18T16:00:00Z', '4 days'],
  ['2026-10-15T10:30:00Z', '22 hours'],
  ['2026-10-14T12:34:30Z', '34 minutes'],
  ['2026-10-14T11:00:00Z', 'over'],
])('roughly, %s is %s', (until, text) => {
  expect(roughLeft({ until, now: '2026-10-14T12:00:00Z' })).toBe(text)
})
