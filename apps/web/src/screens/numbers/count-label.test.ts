import { expect, test } from 'vitest'
import { countLabel, quarterText, spanText } from './count-label.ts'

test('a quarter is named with its months', () => {
  expect(quarterText('2026-Q3')).toEqual({ name: 'Q3 2026', months: 'July to September' })
})

test('one or two are not told apart, and none is none', () => {
  expect([countLabel('<3'), countLabel(0), countLabel(12)]).toEqual(['1 or 2', '0', '12'])
})

test('a time is in the unit that people think of', () => {
  expect([0.04, 1.26, 47.9, 84].map(spanText)).toEqual([
    'Under an hour',
    '1.3 h',
    '47.9 h',
    '3.5 days',
  ])
})
