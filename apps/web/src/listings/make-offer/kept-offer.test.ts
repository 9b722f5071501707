import { afterEach, expect, test } from 'vitest'
import { findKeptOffer, forgetOffer, keepOffer } from './kept-offer.ts'

const draft = {
  amount: '21,000',
  term: '240',
  rate: '14.00',
  message: 'I can pay within a day.',
  validDays: '7',
  contract: '',
}

afterEach(() => sessionStorage.clear())

test('terms wait for the login, each at its own listing, until they are sent', () => {
  keepOffer('a', draft)

  expect(findKeptOffer('a')).toEqual(draft)
  expect(findKeptOffer('b')).toBeNull()
  forgetOffer('a')
  expect(findKeptOffer('a')).toBeNull()
})

test.each(['{', 'null', '7', '{"amount":1}', '[]'])('%s is no offer', (text) => {
  sessionStorage.setItem('offer:a', text)

  expect(findKeptOffer('a')).toBeNull()
})
