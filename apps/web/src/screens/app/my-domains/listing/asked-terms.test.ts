import { expect, test } from 'vitest'
import { asSent, isSameAsk, typedOf } from './asked-terms.ts'
import { saidTwice } from './second-question.tsx'

const listing = {
  desired_loan_amount: 32_000.5,
  desired_term: 180,
  desired_apy: 14.5,
  auto_accept: false,
  expires_at: '2026-11-01T00:00:00Z',
  state: 'shown',
} as const

test('the terms of a listing read as typed are the terms of the listing', () => {
  const typed = typedOf(listing)

  expect(typed).toEqual({ amount: '32,000.50', term: '180', rate: '14.50' })
  expect(isSameAsk(typed, listing)).toBe(true)
  expect(asSent(typed)).toEqual({
    desired_loan_amount: 32_000.5,
    desired_term: 180,
    desired_apy: 14.5,
  })
})

test.for([{ amount: '32,000' }, { term: '181' }, { rate: '14.51' }, { rate: '' }])(
  '%o is another ask',
  (change) => {
    expect(isSameAsk({ ...typedOf(listing), ...change }, listing)).toBe(false)
  },
)

test('only unusual figures are confirmed a second time, by their value', () => {
  const price = {
    state: 'ready',
    quote_id: null,
    amount: 1300,
    renewal: null,
    is_premium: true,
    valid_until: null,
    message: null,
    available: 0,
    days: '',
    lock_days: 60,
  } as const
  const typed = { ...typedOf(listing), rate: '36' }

  expect(saidTwice({ typed, price: undefined })).toEqual({})
  expect(saidTwice({ typed: { ...typed, rate: '36.01' }, price })).toEqual({
    confirmed_rate: 36.01,
    confirmed_fee: 1300,
  })
  expect(saidTwice({ typed, price: { ...price, renewal: 1250 } })).toEqual({ confirmed_fee: 1250 })
  expect(saidTwice({ typed, price: { ...price, is_premium: false } })).toEqual({})
})
