/** A search as text, and as the query string of the directory. */
import { formatMoney, formatRate } from '@pier/protocol/money'
import type { Wanted } from '../directory/read-wanted.ts'

export function describeSearch(wanted: Wanted): string {
  const { text, suffix, ltvBpsMax, ageYearsMin, isCustodyReady } = wanted
  const money = (cents: number) => formatMoney(cents, { whole: true })
  const parts = [
    text && `“${text}” in the name`,
    suffix && `.${suffix}`,
    describeRange(wanted.lettersMin, wanted.lettersMax, String, ' characters'),
    describeRange(wanted.amountCentsMin, wanted.amountCentsMax, money),
    describeRange(wanted.rateBpsMin, wanted.rateBpsMax, formatRate, ' a year'),
    describeRange(wanted.termDaysMin, wanted.termDaysMax, String, ' days'),
    ltvBpsMax !== undefined && `LTV up to ${ltvBpsMax / 100}%`,
    ageYearsMin && `${ageYearsMin} ${ageYearsMin === 1 ? 'year' : 'years'} or older`,
    isCustodyReady && 'already in custody',
  ]
  return parts.filter(Boolean).join(', ') || 'All listings'
}

function describeRange(
  min: number | undefined,
  max: number | undefined,
  word: (value: number) => string,
  unit = '',
): string | false {
  if (min !== undefined && min === max) return `${word(min)}${unit}`
  if (min !== undefined && max !== undefined) return `${word(min)} to ${word(max)}${unit}`
  if (min !== undefined) return `from ${word(min)}${unit}`
  return max !== undefined && `up to ${word(max)}${unit}`
}

export function writeQuery(wanted: Wanted): string {
  const { amountCentsMin, amountCentsMax, rateBpsMin, rateBpsMax, ltvBpsMax } = wanted
  const values = {
    search: wanted.text,
    tld: wanted.suffix,
    amount_min: hundredth(amountCentsMin),
    amount_max: hundredth(amountCentsMax),
    apr_min: hundredth(rateBpsMin),
    apr_max: hundredth(rateBpsMax),
    term_min: wanted.termDaysMin,
    term_max: wanted.termDaysMax,
    length_min: wanted.lettersMin,
    length_max: wanted.lettersMax,
    ltv_max: hundredth(ltvBpsMax),
    age_min: wanted.ageYearsMin,
    custody_ready: wanted.isCustodyReady,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) query.set(name, String(value))
  }
  return query.toString()
}

const hundredth = (value: number | undefined) => (value === undefined ? undefined : value / 100)
