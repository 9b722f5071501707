import { centsOf } from '@pier/protocol/money'
import { readSearch } from '@pier/protocol/domains/pasted-name'
import type { Filters } from './directory.repository.ts'

/** What a search asks for. It does not go stale: an age is in years, not a date. */
export type Wanted = Omit<Filters, 'registeredBefore'> & { ageYearsMin?: number | undefined }

type AskedFilters = {
  search?: string | undefined
  tld?: string | undefined
  amount_min?: number | undefined
  amount_max?: number | undefined
  apr_min?: number | undefined
  apr_max?: number | undefined
  term_min?: number | undefined
  term_max?: number | undefined
  length_min?: number | undefined
  length_max?: number | undefined
  ltv_max?: number | undefined
  age_min?: number | undefined
  custody_ready?: boolean | undefined
}

const ltvBpsMax = 2_000_000_000 // The maximum of the column.
const ageYearsMax = 1000

/** Only what was asked for, so that asking for nothing is an empty search. */
export function readWanted(asked: AskedFilters): Wanted {
  const wanted: Wanted = {
    text: (asked.search && readSearch(asked.search).toLowerCase().normalize('NFC')) || undefined,
    suffix: asked.tld?.trim().toLowerCase().replace(/^\./, '') || undefined,
    amountCentsMin: cents(asked.amount_min),
    amountCentsMax: cents(asked.amount_max),
    rateBpsMin: cents(asked.apr_min),
    rateBpsMax: cents(asked.apr_max),
    termDaysMin: asked.term_min,
    termDaysMax: asked.term_max,
    lettersMin: asked.length_min,
    lettersMax: asked.length_max,
    ltvBpsMax: asked.ltv_max === undefined ? undefined : Math.min(asked.ltv_max * 100, ltvBpsMax),
    ageYearsMin: asked.age_min ? Math.min(asked.age_min, ageYearsMax) : undefined,
    isCustodyReady: asked.custody_ready || undefined,
  }
  return leaveOut(wanted)
}

/**
 * The search as filters of a query; only an age in years needs the current time, to become a date.
 */
export async function filtersOf(
  { ageYearsMin, ...filters }: Wanted,
  readNow: () => Promise<Date>,
): Promise<Filters> {
  if (ageYearsMin === undefined) return filters
  const now = await readNow()
  const registeredBefore = new Date(now.toISOString().slice(0, 10))
  registeredBefore.setUTCFullYear(registeredBefore.getUTCFullYear() - ageYearsMin)
  return { ...filters, registeredBefore }
}

const cents = (value: number | undefined) => (value === undefined ? undefined : centsOf(value))

const leaveOut = (wanted: Wanted): Wanted =>
  Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
