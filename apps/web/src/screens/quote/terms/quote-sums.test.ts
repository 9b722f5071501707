import { expect, test } from 'vitest'
import { costsOf, interestOf } from './quote-sums.ts'

const terms = { amountCents: 980_000, termDays: 120, rateBps: 1750 }
const nowMs = Date.parse('2026-10-14T14:06:00Z')
const prices = { transfer: 10.44, renewal: 10.44, since: '2026-10-01T00:00:00.000Z' }
const facts = { prices, expiresAt: '2028-06-04T00:00:00.000Z', nowMs }

test('what a loan costs is worked out by the arithmetic of loans', () => {
  expect(interestOf(terms)).toEqual({
    adjustedBps: 575,
    dayCents: 470,
    interestCents: 56_384,
    repayCents: 1_036_384,
  })
})

test('every cost is in the sum, and repaying at half time costs less', () => {
  expect(costsOf(terms, facts)).toEqual({
    interestCents: 56_384,
    transferCents: 1044,
    renewal: { years: 0, cents: 0, paidUntil: '2029-06-04T00:00:00.000Z' },
    totalCents: 57_428,
    half: { days: 60, totalCents: 29_236 },
  })
})

test.each([
  ['2027-02-20', 90, 0],
  ['2026-11-01', 365, 1],
  ['2026-10-20', 730, 2],
  ['2026-10-20', 1825, 5],
])('a name that ends on %s needs for %i days %i more years', (end, termDays, years) => {
  const costs = costsOf({ ...terms, termDays }, { ...facts, expiresAt: `${end}T00:00:00.000Z` })

  expect(costs?.renewal).toMatchObject({ years, cents: years * 1044 })
})

test('interest of seven days is owed at least, also where half the term is less', () => {
  const costs = costsOf({ ...terms, termDays: 8 }, facts)

  expect(costs?.half).toEqual({ days: 4, totalCents: 3289 + 1044 })
  expect(costsOf({ ...terms, termDays: 1 }, facts)?.half).toBeNull()
})

test('without an expiry the renewal is unknown, and without prices every cost is', () => {
  expect(costsOf(terms, { ...facts, expiresAt: null })).toMatchObject({
    renewal: null,
    totalCents: 57_428,
  })
  expect(costsOf(terms, { ...facts, prices: null })).toBeNull()
})
