import { expect, test } from 'vitest'
import { describeOffer, describeTerms, isToAnswer, costText, railLabel } from './offer-text.ts'

const offer = {
  status: 'PENDING',
  reason: null,
  side: 'LENDER',
  is_backup: false,
  expires_at: '2026-10-18T14:00:00.000Z',
  created_at: '2026-10-11T14:00:00.000Z',
  decided_at: null,
} as const
const at = { list: 'received', now: '2026-10-14T12:00:00.000Z' } as const

test('a pending offer says when it ends, and whose counter it is', () => {
  expect(describeOffer(offer, at)).toBe('expires 18 Oct, in 4 days')
  expect(describeOffer({ ...offer, is_backup: true }, at)).toBe('backup, expires 18 Oct, in 4 days')
  const counter = { ...offer, side: 'BORROWER' } as const
  expect(describeOffer(counter, at)).toBe('your counteroffer, expires 18 Oct, in 4 days')
  expect(describeOffer(counter, { ...at, list: 'sent' })).toBe(
    'their counteroffer, expires 18 Oct, in 4 days',
  )
})

test.each([
  ['EXPIRED', '12 Oct'],
  ['COUNTERED', '12 Oct, countered'],
  ['Too short for me', '12 Oct, “Too short for me”'],
  ['constructor', '12 Oct, “constructor”'],
  [null, '12 Oct'],
])('one that ended for "%s" says %s', (reason, words) => {
  const decided_at = '2026-10-12T09:00:00.000Z'

  expect(describeOffer({ ...offer, status: 'DENIED', reason, decided_at }, at)).toBe(words)
})

test('who did not write it answers it', () => {
  expect(isToAnswer({ side: 'LENDER' }, 'received')).toBe(true)
  expect(isToAnswer({ side: 'BORROWER' }, 'received')).toBe(false)
  expect(isToAnswer({ side: 'BORROWER' }, 'sent')).toBe(true)
})

test('terms are told in one line', () => {
  expect(describeTerms({ loan_amount: 32_000, term: 180, apy: 14.5 })).toBe(
    '$32,000 for 180 days at 14.50%',
  )
  expect(describeTerms({ loan_amount: 50.5, term: 1, apy: 0 })).toBe('$50.50 for 1 day at 0.00%')
})

test('whoever accepts reads how the money is sent and what it costs them', () => {
  expect([railLabel(0), railLabel(1)]).toEqual(['Bank Transfer', 'Cryptocurrency'])
  expect(costText(true)).toContain('your balance pays')
  expect(costText(false)).toContain('The borrower pays')
})
