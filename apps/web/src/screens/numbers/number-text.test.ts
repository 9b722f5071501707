import { expect, test } from 'vitest'
import { lastQuarters, quarterName, sinceText, spanText, totalOrRange } from './number-text.ts'

const quarter = (name: string, repaid: number) => ({
  quarter: name,
  funded: repaid,
  repaid,
  running: 0,
  late: 0,
  seized: 0,
  medians: { apr: null, ltv: null, ltv_loans: null, days_to_money: null },
})

test('a quarter has its year where the year begins', () => {
  expect(quarterName('2026-Q3')).toBe('Q3 2026')
  expect([quarterName('2026-Q3', '2026-Q2'), quarterName('2026-Q1', '2025-Q4')]).toEqual([
    'Q3',
    'Q1 2026',
  ])
  expect([sinceText('2025-01-01'), sinceText(null)]).toEqual(['since Jan 2025', 'so far'])
})

test('a total that is left out is between what its parts allow', () => {
  expect(totalOrRange(181, [])).toBe('181')
  expect(totalOrRange('<5', ['<5'])).toBe('1 to 4')
  expect(totalOrRange(null, [29, '<5', 0, '<5'])).toBe('31 to 37')
})

test('quarters stand in the order of time, and one without a loan is not left out', () => {
  const drawn = lastQuarters(
    [quarter('2026-Q2', 7), quarter('2025-Q4', 9), quarter('2023-Q1', 5)],
    4,
  )

  expect(drawn.map((each) => [each.quarter, each.repaid])).toEqual([
    ['2025-Q3', 0],
    ['2025-Q4', 9],
    ['2026-Q1', 0],
    ['2026-Q2', 7],
  ])
  expect(lastQuarters([], 8)).toEqual([])
})

test('a time is in the unit that people think of', () => {
  expect([0.04, 1.26, 47.9, 84].map(spanText)).toEqual([
    'Under an hour',
    '1.3 h',
    '47.9 h',
    '3.5 days',
  ])
})
