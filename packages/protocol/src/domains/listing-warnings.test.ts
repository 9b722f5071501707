import { expect, test } from 'vitest'
import { isUnusualRate, warnOfTerms } from './listing-warnings.ts'

const usual = { amountCents: 600_000, termDays: 14, rateBps: 3600, valueCents: 1_000_000 }

test('terms at each edge are not unusual, one step beyond each edge is', () => {
  expect(warnOfTerms(usual)).toEqual([])
  expect(warnOfTerms({ ...usual, rateBps: 3601 })).toEqual([expect.stringContaining('36%')])
  expect(warnOfTerms({ ...usual, amountCents: 600_001 })).toEqual([expect.stringContaining('60%')])
  expect(warnOfTerms({ ...usual, termDays: 13 })).toEqual([expect.stringContaining('14 days')])
})

test('values that are not known yet give no warning', () => {
  const nothing = { amountCents: null, termDays: null, rateBps: null, valueCents: null }

  expect(warnOfTerms(nothing)).toEqual([])
  expect(warnOfTerms({ ...usual, amountCents: 90_000_000, valueCents: null })).toEqual([])
  expect(isUnusualRate(null)).toBe(false)
})
