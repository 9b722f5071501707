import { expect, test } from 'vitest'
import { quoteOf } from '../../../testing/given/quotes.ts'
import { problemsOf, rangesOf, searchOf, startTerms, termsOf } from './chosen-terms.ts'

const quote = quoteOf()
const start = (search: string, of = quote) => startTerms(of, new URLSearchParams(search))

test('the calculator starts at the medians of like names', () => {
  expect(start('')).toEqual({ amount: '9,800.00', term: '120', rate: '17.50' })
})

test('where nobody has borrowed yet it starts somewhere, within what is allowed', () => {
  const like = { ...quote.like, own: null, all: null }

  expect(start('', { ...quote, like })).toEqual({ amount: '2,000.00', term: '90', rate: '18.00' })
  const limits = { amount_min: 5000, amount_max: 9000 }
  expect(start('', { ...quote, like, limits }).amount).toBe('5,000.00')
})

test('a link carries the choice, and one that is not possible is left aside', () => {
  const terms = termsOf({ amount: '14,500', term: '90', rate: '20' }, quote)
  const link = new URLSearchParams(terms ? searchOf(terms) : {}).toString()

  expect(link).toBe('amount=14500&term=90&apr=20')
  expect(start(link)).toEqual({ amount: '14500', term: '90', rate: '20' })
  expect(start('amount=-1&term=90&apr=20')).toEqual(start(''))
  expect(start('amount=%3Cscript%3E')).toEqual(start(''))
})

test('what is outside of the limits is said, and has no sums', () => {
  const typed = { amount: '10', term: '9999', rate: '101' }

  expect(problemsOf(typed, quote)).toEqual({
    amount: 'Between $50 and $1,000,000',
    term: 'Between 1 and 1825 days',
    rate: 'Between 0 and 100%',
  })
  expect(termsOf(typed, quote)).toBeNull()
})

test('the slider ends at the value where there is one', () => {
  const value = { amount: 22_000, source: 'A test', at: quote.as_of }

  expect(rangesOf({ ...quote, value }).amount.max).toBe(22_000)
  expect(rangesOf(quote).amount.max).toBe(20_000)
})

test('the slider stops at round sums, and begins where a loan may', () => {
  const worth = (amount: number) => ({
    ...quote,
    value: { amount, source: 'A test', at: quote.as_of },
  })

  expect(rangesOf(worth(80_000)).amount).toEqual({ min: 500, max: 80_000, step: 500 })
  expect(rangesOf(worth(20)).amount).toEqual({ min: 50, max: 50, step: 50 })
  expect(problemsOf({ amount: '60', term: '90', rate: '18' }, worth(80_000)).amount).toBeNull()
})
