import { expect, test } from 'vitest'
import { listPeriods } from './statement-periods.ts'

const daysAt = (now: string) => listPeriods(new Date(now)).map(({ from, to }) => [from, to])

test('the four periods in the middle of a year', () => {
  expect(daysAt('2026-10-14T23:59:59Z')).toEqual([
    ['2026-10-01', '2026-10-14'],
    ['2026-09-01', '2026-09-30'],
    ['2026-01-01', '2026-10-14'],
    ['2025-10-15', '2026-10-14'],
  ])
})

test('in January the last month is of the last year', () => {
  expect(daysAt('2027-01-31T00:00:00Z')).toEqual([
    ['2027-01-01', '2027-01-31'],
    ['2026-12-01', '2026-12-31'],
    ['2027-01-01', '2027-01-31'],
    ['2026-02-01', '2027-01-31'],
  ])
})

test('a leap day is the last day of its February', () => {
  expect(daysAt('2028-03-01T12:00:00Z')[1]).toEqual(['2028-02-01', '2028-02-29'])
  expect(daysAt('2028-02-29T12:00:00Z')[3]).toEqual(['2027-03-02', '2028-02-29'])
})
