import { expect, test } from 'vitest'
import {
  asDays,
  asShortDollars,
  chipsOf,
  countText,
  describeRange,
  noteOf,
  endsIn,
} from './directory-text.ts'

const nowMs = Date.parse('2026-10-14T12:00:00.000Z')

test('each filter is said in words, and knows what to take away', () => {
  const filters = { amount_min: '2000', amount_max: '35000', apr_min: '12', ltv_max: '70' }

  expect(chipsOf(filters)).toEqual([
    { text: 'Loan $2,000 to $35,000', names: ['amount_min', 'amount_max'] },
    { text: 'APR from 12%', names: ['apr_min', 'apr_max'] },
    { text: 'LTV up to 70%', names: ['ltv_max'] },
  ])
  expect(
    chipsOf({ search: 'keel', tld: '.io', term_max: '1', age_min: '5', custody_ready: 'true' }).map(
      ({ text }) => text,
    ),
  ).toEqual([
    'Name contains keel',
    '.io',
    'Term up to 1 day',
    'At least 5 years old',
    'Custody ready',
  ])
  expect(chipsOf({ length_min: '3', length_max: '5' })).toEqual([
    { text: 'Length 3 to 5', names: ['length_min', 'length_max'] },
  ])
  expect(chipsOf({ length_min: '4', length_max: '4' })[0]?.text).toBe('Length 4')
  expect(chipsOf({})).toEqual([])
})

test('a range is said by the ends it has', () => {
  expect(describeRange({ from: '30', to: '90' }, asDays)).toBe('30 days to 90 days')
  expect(describeRange({ from: '30', to: undefined }, asDays)).toBe('From 30 days')
  expect(describeRange({ from: undefined, to: undefined }, asDays)).toBeNull()
  expect(['900', '2000', '35000', '1200000'].map(asShortDollars)).toEqual([
    '$900',
    '$2k',
    '$35k',
    '$1.2m',
  ])
})

test('the count says how many of how many, and when it stopped counting', () => {
  expect(countText({ total: 58, all: 214, is_capped: false })).toEqual({
    found: '58',
    rest: 'of 214 listings',
  })
  expect(countText({ total: 1, all: 1, is_capped: false })).toEqual({ found: '1', rest: 'listing' })
  expect(countText({ total: 10_000, all: 2_000_000, is_capped: true })).toEqual({
    found: 'More than 10,000',
    rest: 'listings',
  })
})

test('a card says how old the name is and how long it is listed', () => {
  const expires_at = '2026-11-04T13:00:00.000Z'

  expect(noteOf({ registered_on: '2009-03-11', expires_at }, nowMs)).toBe(
    '17 years old, ends in 21 days',
  )
  expect(noteOf({ registered_on: null, expires_at }, nowMs)).toBe('ends in 21 days')
  expect(endsIn('2026-10-14T14:30:00.000Z', nowMs)).toBe('ends in 2 hours')
  expect(endsIn('2026-10-14T12:30:00.000Z', nowMs)).toBe('ends in less than 1 hour')
  expect(endsIn('2026-10-14T11:00:00.000Z', nowMs)).toBe('ends in less than 1 hour')
})
