import { expect, test } from 'vitest'
import type { Offer } from '../../../api/offers.ts'
import { compareOffers, earlyDays, findBest } from './comparison.ts'

const ask = { loan_amount: 32_000, term: 180, apy: 14.5, value: 74_000 }

const offer = (change: Partial<Offer>): Offer => ({
  id: 'one',
  domain: 'plumbline.ai',
  unicode: 'plumbline.ai',
  domain_id: 'domain',
  listing_id: 'listing',
  loan_amount: 32_000,
  term: 180,
  apy: 14.5,
  status: 'PENDING',
  message: null,
  reason: null,
  side: 'LENDER',
  version: 1,
  contract: 0,
  other: { handle: 'heron-41', funded: 11, accepted: 11, lapses: 0 },
  adjusted: 7.15,
  interest: 2288.22,
  repay: 34_288.22,
  is_backup: false,
  your_move: true,
  expires_at: '2026-10-15T10:00:00.000Z',
  created_at: '2026-10-08T10:00:00.000Z',
  decided_at: null,
  escrow_id: null,
  ask,
  ...change,
})

const three = [
  offer({}),
  offer({ loan_amount: 30_000, term: 210, apy: 13.25 }),
  offer({ loan_amount: 35_000, apy: 15.75, contract: 1 }),
]

const rowOf = (label: string, offers = three) =>
  compareOffers(offers).find((row) => row.label === label)
const textsOf = (label: string, offers = three) =>
  rowOf(label, offers)?.cells.map(({ text }) => text)
const notesOf = (label: string) => rowOf(label)?.cells.map(({ note }) => note?.words)
const bestOf = (label: string) =>
  rowOf(label)?.cells.flatMap(({ isBest }, index) => (isBest ? [index] : []))

test('each offer stands beside the ask, with what is more or less', () => {
  expect(rowOf('You receive')?.ask).toBe('$32,000')
  expect(textsOf('You receive')).toEqual(['$32,000', '$30,000', '$35,000'])
  expect(notesOf('You receive')).toEqual(['as asked', '$2,000 less', '$3,000 more'])
  expect(notesOf('Term')).toEqual(['as asked', '30 days longer', 'as asked'])
  expect(notesOf('APR')).toEqual(['as asked', '1.25 points lower', '1.25 points higher'])
})

test('the figures are those of the loan arithmetic', () => {
  expect(textsOf('Adjusted for the term')).toEqual(['7.15%', '7.62%', '7.77%'])
  expect(textsOf('Interest per day')).toEqual(['$12.71', '$10.89', '$15.10'])
  expect(textsOf('Repaid after 45 days')).toEqual(['$32,572.05', '$30,490.07', '$35,679.62'])
  expect(textsOf('Repaid after 90 days')).toEqual(['$33,144.11', '$30,980.14', '$36,359.25'])
  expect(textsOf('Loan to estimated value')).toEqual(['43%', '41%', '47%'])
  expect(notesOf('Total interest')).toEqual([
    '$71.51 per $1,000',
    '$76.23 per $1,000',
    '$77.67 per $1,000',
  ])
  expect(textsOf('Total you repay')).toEqual(['$34,288.22', '$32,286.99', '$37,718.49'])
  expect(textsOf('Contract')).toEqual(['Bank Transfer', 'Bank Transfer', 'Cryptocurrency'])
})

test('the best of a row is marked, and no offer is the best of all', () => {
  expect(bestOf('You receive')).toEqual([2])
  expect(bestOf('Term')).toEqual([1])
  expect(bestOf('APR')).toEqual([1])
  expect(bestOf('Adjusted for the term')).toEqual([0])
  expect(bestOf('Total you repay')).toEqual([])
  expect(findBest([3, 3], 'most')).toEqual(new Set())
  expect(findBest([3, 5, 5], 'most')).toEqual(new Set([1, 2]))
})

test('early repayment is shown for days that come before the end', () => {
  expect(earlyDays(180)).toEqual([45, 90, 135])
  expect(earlyDays(2)).toEqual([1])
  expect(earlyDays(1)).toEqual([])
  const short = [offer({ term: 60 })]
  expect(textsOf('Repaid after 90 days', short)).toEqual(['due after 60 days'])
})

test('an offer whose listing is gone, or has no value, says what is not known', () => {
  const alone = [offer({ ask: null })]

  expect(rowOf('You receive', alone)?.ask).toBeNull()
  expect(textsOf('Loan to estimated value', alone)).toEqual(['unknown'])
})
