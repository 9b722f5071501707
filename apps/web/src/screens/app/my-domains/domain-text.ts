import { centsOf, formatMoney } from '@pier/protocol/money'
import type { DomainList } from '../../../api/domains.ts'
import { fullDay } from '../../../shared/date-text.ts'
import { readDomain } from '../../../shared/domain-text.ts'

const secondMs = 1000
const dayMs = 86_400_000

/** "14 domains, $212,400.00 estimated, 3 without a value". */
export function describeTotals({
  counts,
  estimated_total,
  without_value,
}: Pick<DomainList, 'counts' | 'estimated_total' | 'without_value'>): string {
  if (counts.all === 0) return 'No domains yet'
  const parts = [
    counts.all === 1 ? '1 domain' : `${counts.all.toLocaleString('en-US')} domains`,
    `${formatMoney(centsOf(estimated_total))} estimated`,
    without_value > 0 && `${without_value.toLocaleString('en-US')} without a value`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** ".net", or ".co.uk". */
export const endingOf = (domain: string): string => readDomain(domain).ending

/** When it can leave, or that nobody can say yet. */
export const leavesFrom = (availableAt: string | null): string =>
  availableAt ? `from ${fullDay(availableAt)}` : 'date not known yet'

/** "3 min 20 s". Nothing once the time has come. */
export function countDown({ until, nowMs }: { until: string; nowMs: number }): string | null {
  const seconds = Math.ceil((Date.parse(until) - nowMs) / secondMs)
  if (seconds <= 0) return null
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (hours > 0) return `${hours} h ${minutes % 60} min`
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`
}

/** How long ago, in one unit: "12 years", "8 months", "1 day". */
export function ageOf({ since, nowMs }: { since: string; nowMs: number }): string {
  const days = Math.max(Math.floor((nowMs - Date.parse(since)) / dayMs), 0)
  if (days >= 365) return count(Math.floor(days / 365.25) || 1, 'year')
  return days >= 60 ? count(Math.floor(days / 30.44), 'month') : count(days, 'day')
}

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`

/** Whether somebody gave a list where one name was asked for. */
export const isList = (text: string): boolean => text.trim().split(/[\s,;]+/).length > 1
