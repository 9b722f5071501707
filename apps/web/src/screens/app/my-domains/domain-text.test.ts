import { expect, test } from 'vitest'
import { ageOf, countDown, describeTotals, endingOf, isList, leavesFrom } from './domain-text.ts'

const counts = { all: 14, listed: 2, in_escrow: 3, in_custody: 4, not_verified: 2 }

test('the totals say how many, what they are worth and how many have no value', () => {
  const totals = { counts, estimated_total: 212_400, without_value: 3 }

  expect(describeTotals(totals)).toBe('14 domains, $212,400.00 estimated, 3 without a value')
  expect(describeTotals({ ...totals, without_value: 0 })).toBe('14 domains, $212,400.00 estimated')
  expect(describeTotals({ ...totals, counts: { ...counts, all: 1 } })).toContain('1 domain,')
  expect(describeTotals({ ...totals, counts: { ...counts, all: 0 } })).toBe('No domains yet')
})

test('an ending is what follows the first dot, in its own letters', () => {
  expect(endingOf('ferrywire.net')).toBe('.net')
  expect(endingOf('ferry.co.uk')).toBe('.co.uk')
})

test('a domain leaves from a day, and without one nobody can say', () => {
  expect(leavesFrom('2026-11-02T10:00:00Z')).toBe('from 2 Nov 2026')
  expect(leavesFrom(null)).toBe('date not known yet')
})

const nowMs = Date.parse('2026-10-14T14:00:00Z')

test.each([
  ['2026-10-14T14:03:20Z', '3 min 20 s'],
  ['2026-10-14T14:00:45Z', '45 s'],
  ['2026-10-14T16:05:00Z', '2 h 5 min'],
  ['2026-10-14T14:00:00Z', null],
  ['2026-10-14T13:00:00Z', null],
])('the time until %s is %s', (until, text) => {
  expect(countDown({ until, nowMs })).toBe(text)
})

test.each([
  ['2014-10-01T00:00:00Z', '12 years'],
  ['2025-10-14T00:00:00Z', '1 year'],
  ['2026-02-01T00:00:00Z', '8 months'],
  ['2026-10-13T00:00:00Z', '1 day'],
  ['2026-10-15T00:00:00Z', '0 days'],
])('what was registered at %s is %s old', (since, text) => {
  expect(ageOf({ since, nowMs })).toBe(text)
})

test('several names are a list, one with space around it is not', () => {
  expect(isList('a.com, b.com')).toBe(true)
  expect(isList('a.com\nb.com')).toBe(true)
  expect(isList('a.com;b.com')).toBe(true)
  expect(isList(' a.com \n')).toBe(false)
})
