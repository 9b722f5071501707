import type { ListingFilters } from '../../../api/listings.ts'
import { fitsFilter, readFilters } from '../../../listings/directory-address.ts'
import type { Checks, Values } from '../../../ui/form/use-form.ts'

export type AlertField = keyof ListingFilters

export type AlertFieldText = {
  name: AlertField
  label: string
  isAmount?: boolean
  unitAfter?: string
  isText?: boolean
}

/** In the order of the filters of the directory. */
export const alertFields: readonly AlertFieldText[] = [
  { name: 'search', label: 'Name contains', isText: true },
  { name: 'tld', label: 'TLD, such as com', isText: true },
  { name: 'length_min', label: 'Length in characters, from' },
  { name: 'length_max', label: 'Length in characters, up to' },
  { name: 'amount_min', label: 'Loan in USD, from', isAmount: true },
  { name: 'amount_max', label: 'Loan in USD, up to', isAmount: true },
  { name: 'apr_min', label: 'APR in percent, from', unitAfter: '%' },
  { name: 'apr_max', label: 'APR in percent, up to', unitAfter: '%' },
  { name: 'term_min', label: 'Term in days, from' },
  { name: 'term_max', label: 'Term in days, up to' },
  { name: 'ltv_max', label: 'LTV in percent, up to', unitAfter: '%' },
  { name: 'age_min', label: 'Domain age in years, at least' },
]

/** Removes the signs that people type with dollars and percent. */
const bare = (name: AlertField, text: string) =>
  name === 'search' || name === 'tld' ? text.trim() : text.replaceAll(/[$,% ]/g, '')

function checkOf(name: AlertField) {
  return (text: string, all: Values<AlertField>): string | null => {
    const typed = bare(name, text)
    if (typed === '') return null
    if (!fitsFilter(name, typed)) return wrongText(name)
    const from = name.endsWith('_max') && all[name.replace('_max', '_min') as AlertField]
    return from && Number(bare(name, from)) > Number(typed)
      ? 'Must not be lower than the first value'
      : null
  }
}

function wrongText(name: AlertField): string {
  if (name.startsWith('apr')) return 'Enter a number from 0 to 100'
  return name === 'search' || name === 'tld' ? 'Not a valid name' : 'Enter a whole number'
}

const names: readonly AlertField[] = [...alertFields.map(({ name }) => name), 'custody_ready']

export const alertChecks = Object.fromEntries(
  names.map((name) => [name, checkOf(name)]),
) as Checks<AlertField> // One for each name, by construction.

export const readTyped = (typed: Values<AlertField>): ListingFilters =>
  readFilters(Object.fromEntries(names.map((name) => [name, bare(name, typed[name])])))
