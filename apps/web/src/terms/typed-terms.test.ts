import { expect, test } from 'vitest'
import { parseTerms, reckonTerms, sendTerms } from './typed-terms.ts'

const typed = { amount: '2,200', term: '30', rate: '20.00' }

test('terms show what they are for the term, in interest and in all', () => {
  expect(reckonTerms(typed, 980_000)).toEqual({
    termDays: 30,
    adjustedBps: 164,
    interestCents: 3616,
    repayCents: 223_616,
    ltvPercent: 22,
  })
})

test('without an estimate the loan to value is not known', () => {
  expect(reckonTerms(typed, null).ltvPercent).toBeNull()
})

test('each figure waits for what it needs', () => {
  const half = reckonTerms({ ...typed, amount: '' }, 980_000)

  expect(half.adjustedBps).toBe(164)
  expect(half.repayCents).toBeNull()
  expect(reckonTerms({ ...typed, term: 'x' }, null).adjustedBps).toBeNull()
  expect(reckonTerms({ ...typed, rate: '2e9' }, null).interestCents).toBeNull()
  expect(
    reckonTerms({ ...typed, amount: '9999999999999', rate: '999999' }, 1).repayCents,
  ).toBeNull()
})

test('a rate may carry its sign, and a term is whole days', () => {
  expect(parseTerms({ ...typed, rate: '18 %' }).rateBps).toBe(1800)
  expect(parseTerms({ ...typed, term: '30.5' }).termDays).toBeNull()
})

test('what is sent are numbers, or what was typed where it is none', () => {
  expect(sendTerms(typed)).toEqual({ amount: 2200, term: 30, rate: 20 })
  expect(sendTerms({ amount: 'many', term: '', rate: '-1' })).toEqual({
    amount: 'many',
    term: '',
    rate: '-1',
  })
})
