import { expect, test } from 'vitest'
import { compareTerms, isCountable } from './offer-figures.ts'

const ask = { amountCents: 2_100_000, termDays: 300, rateBps: 1275 }
const offer = { amountCents: 2_100_000, termDays: 240, rateBps: 1400 }

test('an offer stands beside the ask, figure by figure', () => {
  const rows = compareTerms({ ask, offer, valueCents: 7_500_000 })

  expect(rows).toEqual([
    { label: 'Adjusted for the term', ask: '10.48%', offer: '9.21%' },
    { label: 'Interest you earn', ask: '$2,200.68', offer: '$1,933.15' },
    {
      label: 'Interest per day',
      ask: '$7.34',
      offer: '$8.05',
      difference: { text: '$0.71 more', tone: 'good' },
    },
    { label: 'Interest if repaid at 25% of term', ask: '$550.17', offer: '$483.29' },
    { label: 'Interest if repaid at 50% of term', ask: '$1,100.34', offer: '$966.58' },
    { label: 'Interest if repaid at 75% of term', ask: '$1,650.51', offer: '$1,449.86' },
    { label: 'Loan to value', ask: '28%', offer: '28%' },
    {
      label: 'Borrower repays',
      ask: '$23,200.68',
      offer: '$22,933.15',
      difference: { text: '$267.53 less', tone: 'good' },
      total: true,
    },
  ])
})

test('an offer that matches the ask differs in nothing', () => {
  const rows = compareTerms({ ask, offer: ask, valueCents: null })

  expect(rows.every((row) => row.ask === row.offer && !row.difference)).toBe(true)
  expect(rows).toContainEqual({ label: 'Loan to value', ask: 'unknown', offer: 'unknown' })
})

test('whoever repays early owes seven days of interest at least', () => {
  const short = { amountCents: 1_000_000, termDays: 20, rateBps: 2400 }
  const rows = compareTerms({ ask: short, offer: null, valueCents: null })

  expect(rows[3]).toEqual({
    label: 'Interest if repaid at 25% of term',
    ask: '$46.03',
    offer: '\u2013',
  })
})

test('what no loan can be is not counted', () => {
  expect(isCountable(offer)).toBe(true)
  expect(isCountable({ ...offer, termDays: 0 })).toBe(false)
  expect(isCountable({ ...offer, rateBps: 10_001 })).toBe(false)
  expect(isCountable({ ...offer, amountCents: 100_000_001 })).toBe(false)
})
