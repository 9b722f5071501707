import { centsOf, formatMoney } from '@pier/protocol/money'
import { dayMs, secondMs } from '@pier/protocol/time'
import type { Domain, DomainList } from '../../../../api/domains.ts'
import { fullDay, shortDay } from '../../../../text/date-text.ts'
import { readDomain } from '../../../../domains/domain-text.ts'

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

type OwnListing = NonNullable<Domain['listing']>

const endsSoonDays = 3

/** Whole days, rounded up: on its last day a listing ends in 1. */
const listingDaysLeft = ({ expires_at }: Pick<OwnListing, 'expires_at'>, now: Date) =>
  Math.ceil((Date.parse(expires_at) - now.getTime()) / dayMs)

export const isEndingSoon = (listing: OwnListing, now: Date): boolean =>
  listing.state === 'ended' || listingDaysLeft(listing, now) <= endsSoonDays

/** "ends in 18 d", "ended 2 Oct", or why it is hidden. */
export function describeEnd(listing: OwnListing, now: Date): string {
  if (listing.state === 'paused') return 'hidden until you verify again'
  const left = listingDaysLeft(listing, now)
  if (listing.state === 'ended' || left <= 0) return `ended ${shortDay(listing.expires_at)}`
  return `ends in ${left} d`
}

/** "$92.40 a year, expires 3 Feb 2028", or what of it is known. */
export function describeFee({
  registry_fee: fee,
  expires_at,
}: Pick<Domain, 'registry_fee' | 'expires_at'>): string | null {
  const price = fee && `${formatMoney(centsOf(fee.renewal))} a year`
  if (fee?.is_premium) return `Premium: ${price}`
  const until = expires_at && `expires ${fullDay(expires_at)}`
  return [price, until].filter(Boolean).join(', ') || null
}

/** When it can be transferred out, or that this is not known yet. */
export const leavesFrom = (availableAt: string | null): string =>
  availableAt ? `from ${fullDay(availableAt)}` : 'date not set yet'

/** "3 min 20 s". Null once the time has come. */
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

/** Whether a list was given where one name was expected. */
export const isList = (text: string): boolean => text.trim().split(/[\s,;]+/).length > 1
