import { expect, test } from 'vitest'
import {
  ageOf,
  countDown,
  describeEnd,
  describeFee,
  describeTotals,
  endingOf,
  isEndingSoon,
  isList,
  leavesFrom,
} from './domain-text.ts'

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
  expect(leavesFrom(null)).toBe('date not set yet')
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

const now = new Date('2026-10-14T12:00:00Z')
const asked = { desired_loan_amount: 32_000, desired_term: 180, desired_apy: 14.5 }
const listingTo = (expires_at: string, state: 'shown' | 'ended' | 'paused' = 'shown') => ({
  ...asked,
  auto_accept: false,
  expires_at,
  state,
})

test('a listing ends in whole days, says when it has ended and why it is hidden', () => {
  const inOneDay = listingTo('2026-10-15T11:00:00Z')
  const inFour = listingTo('2026-10-17T12:00:01Z')

  expect(describeEnd(inOneDay, now)).toBe('ends in 1 d')
  expect(describeEnd(inFour, now)).toBe('ends in 4 d')
  expect([isEndingSoon(inOneDay, now), isEndingSoon(inFour, now)]).toEqual([true, false])
  expect(describeEnd(listingTo('2026-10-13T12:00:00Z'), now)).toBe('ended 13 Oct')
  expect(describeEnd(listingTo('2026-11-13T12:00:00Z', 'paused'), now)).toContain('hidden')
})

test('the fee of a name is what a year costs, to when it is paid, and a premium is called so', () => {
  const fee = { transfer: 92.4, renewal: 92.4, is_premium: false, is_quoted: true }
  const expires_at = '2028-02-03T00:00:00Z'

  expect(describeFee({ registry_fee: fee, expires_at })).toBe('$92.40 a year, expires 3 Feb 2028')
  expect(describeFee({ registry_fee: fee, expires_at: null })).toBe('$92.40 a year')
  expect(describeFee({ registry_fee: { ...fee, is_premium: true }, expires_at })).toBe(
    'Premium: $92.40 a year',
  )
  expect(describeFee({ registry_fee: null, expires_at: null })).toBeNull()
})
