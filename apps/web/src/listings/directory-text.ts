import { formatMoney } from '@pier/protocol/money'
import { countOf } from '@pier/protocol/text'
import { dayMs, hourMs } from '@pier/protocol/time'
import type { DirectoryPage, Listing, ListingFilters } from '../api/listings.ts'

const yearDays = 365.25

type Range = { from: string | undefined; to: string | undefined }

/** A filter that is set: its text, and the address parameters it is made of. */
export type Chip = { text: string; names: (keyof ListingFilters)[] }

export function chipsOf(filters: ListingFilters): Chip[] {
  const { search, tld, ltv_max, age_min, custody_ready } = filters
  const chips: (Chip | false | undefined | '')[] = [
    search && { text: `Name contains ${search}`, names: ['search'] },
    tld && { text: `.${tld.replace(/^\./, '')}`, names: ['tld'] },
    rangeChip('Length', lengthRange(filters), ['length_min', 'length_max'], String),
    rangeChip('Loan', loanRange(filters), ['amount_min', 'amount_max'], asDollars),
    rangeChip('APR', aprRange(filters), ['apr_min', 'apr_max'], asPercent),
    rangeChip('Term', termRange(filters), ['term_min', 'term_max'], asDays),
    ltv_max && { text: `LTV up to ${ltv_max}%`, names: ['ltv_max'] },
    age_min && { text: `At least ${age_min} years old`, names: ['age_min'] },
    custody_ready && { text: 'Custody ready', names: ['custody_ready'] },
  ]
  return chips.filter((chip) => Boolean(chip)) as Chip[] // Without those that are not set.
}

export const lengthRange = (filters: ListingFilters): Range => ({
  from: filters.length_min,
  to: filters.length_max,
})
export const loanRange = (filters: ListingFilters): Range => ({
  from: filters.amount_min,
  to: filters.amount_max,
})
export const aprRange = (filters: ListingFilters): Range => ({
  from: filters.apr_min,
  to: filters.apr_max,
})
export const termRange = (filters: ListingFilters): Range => ({
  from: filters.term_min,
  to: filters.term_max,
})

function rangeChip(
  label: string,
  range: Range,
  names: Chip['names'],
  write: (text: string) => string,
): Chip | false {
  const text = describeRange(range, write)
  return text !== null && { text: `${label} ${text[0]?.toLowerCase()}${text.slice(1)}`, names }
}

/** "$2,000 to $35,000", "4", "From 12%", "Up to 90 days". Nothing for a range without ends. */
export function describeRange({ from, to }: Range, write: (text: string) => string) {
  if (from && from === to) return write(from)
  if (from && to) return `${write(from)} to ${write(to)}`
  if (from) return `From ${write(from)}`
  return to ? `Up to ${write(to)}` : null
}

const asDollars = (text: string) => formatMoney(Number(text) * 100, { whole: true })
export const asPercent = (text: string) => `${text}%`
export const asDays = (text: string) => countOf(Number(text), 'day')

/** Short, for the little room of a field: "$2k", "$35k", "$1.2m". */
export function asShortDollars(text: string): string {
  const dollars = Number(text)
  if (dollars >= 1_000_000) return `$${Math.round(dollars / 10_000) / 100}m`
  return dollars >= 1000 ? `$${Math.round(dollars / 100) / 10}k` : `$${dollars}`
}

/** "58 of 214 listings". Where there are too many to count, it says so. */
export function countText({ total, all, is_capped }: Omit<DirectoryPage, 'listings' | 'pages'>) {
  const found = total.toLocaleString('en-US')
  const noun = all === 1 ? 'listing' : 'listings'
  if (is_capped) return { found: `More than ${found}`, rest: noun }
  if (total === all) return { found, rest: noun }
  return { found, rest: `of ${all.toLocaleString('en-US')} ${noun}` }
}

/** "17 years old, ends in 21 days". */
export function noteOf(listing: Pick<Listing, 'registered_on' | 'expires_at'>, nowMs: number) {
  const end = endsIn(listing.expires_at, nowMs)
  if (!listing.registered_on) return end
  return `${countOf(yearsSince(listing.registered_on, nowMs), 'year')} old, ${end}`
}

/** In the largest unit: a card has no room for more. */
export function endsIn(until: string, nowMs: number): string {
  const ms = Math.max(Date.parse(until) - nowMs, 0)
  if (ms >= dayMs) return `ends in ${countOf(Math.floor(ms / dayMs), 'day')}`
  return ms >= hourMs
    ? `ends in ${countOf(Math.floor(ms / hourMs), 'hour')}`
    : 'ends in less than 1 hour'
}

export const yearsSince = (since: string, nowMs: number): number =>
  Math.max(Math.floor((nowMs - Date.parse(since)) / (yearDays * dayMs)), 0)
