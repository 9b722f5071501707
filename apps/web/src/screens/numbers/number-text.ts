import type { CallOutput } from '@pier/protocol/calls/calls'
import {
  countText,
  fewMax,
  fewText,
  type Count,
  type Total,
} from '@pier/protocol/loans/small-counts'

export type Numbers = CallOutput<'GET /numbers'>
export type Cohort = Numbers['cohorts'][number]
export const outcomes = ['repaid', 'running', 'late', 'seized'] as const
export type Outcome = (typeof outcomes)[number]

/** "2026-Q3" is "Q3 2026", and beside the quarter before it just "Q3". */
export function quarterName(quarter: string, before?: string): string {
  const [year = '', number = ''] = quarter.split('-Q')
  return before?.startsWith(year) ? `Q${number}` : `Q${number} ${year}`
}

const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** "2025-01-01" is "since Jan 2025". */
export function sinceText(since: string | null): string {
  if (since === null) return 'so far'
  const [year, month] = since.split('-')
  return `since ${monthNames[Number(month) - 1] ?? ''} ${year}`
}

/** A total, or between what it must be where it is left out: it says no more than its parts do. */
export function totalOrRange(total: Total, parts: readonly Count[]): string {
  if (total !== null) return countText(total)
  const few = parts.filter((part) => part === fewText).length
  const shown = parts.reduce<number>((all, part) => all + (part === fewText ? 0 : part), 0)
  return few === 0 ? String(shown) : `${shown + few} to ${shown + few * fewMax}`
}

/** All counts of some outcomes, over the quarters. */
export const countsOf = (cohorts: readonly Cohort[], of: readonly Outcome[]): Count[] =>
  cohorts.flatMap((cohort) => of.map((outcome) => cohort[outcome]))

/** Under two days in hours, else in days: nobody thinks of 90 hours. */
export function spanText(hours: number): string {
  if (hours < 1) return 'Under an hour'
  return hours < 48 ? `${hours.toFixed(1)} h` : `${(hours / 24).toFixed(1)} days`
}

/** The latest quarters in the order of time, with those in between that had no loan. */
export function lastQuarters(cohorts: readonly Cohort[], most: number): Cohort[] {
  const known = new Map(cohorts.map((cohort) => [orderOf(cohort.quarter), cohort]))
  const orders = [...known.keys()]
  const latest = Math.max(...orders)
  const first = Math.max(Math.min(...orders), latest - most + 1)
  return Array.from({ length: orders.length && latest - first + 1 }, (_, index) => {
    const order = first + index
    return known.get(order) ?? emptyQuarter(`${Math.floor(order / 4)}-Q${(order % 4) + 1}`)
  })
}

function orderOf(quarter: string): number {
  const [year, number] = quarter.split('-Q').map(Number)
  return (year ?? 0) * 4 + (number ?? 1) - 1
}

const emptyQuarter = (quarter: string): Cohort => ({
  quarter,
  funded: 0,
  repaid: 0,
  running: 0,
  late: 0,
  seized: 0,
  medians: { apr: null, ltv: null, ltv_loans: null, days_to_money: null },
})
