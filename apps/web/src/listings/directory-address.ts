import type { DirectoryView, ListingFilters, ListingSort } from '../api/listings.ts'
import { readPage } from '../shell/address/page-number.ts'

/** The same view has two addresses: a public one and one inside the app. */
export type DirectoryHome = '/domains' | '/app/listings'
export const publicHome: DirectoryHome = '/domains'
export const appHome: DirectoryHome = '/app/listings'

export const sortLabels: Record<ListingSort, string> = {
  newest: 'Newest',
  adjusted: 'Adjusted',
  amount: 'Loan',
  ending: 'Closing soon',
}

const wholeNumber = /^\d{1,9}$/
const percent = /^(100|\d{1,2}(\.\d{1,2})?)$/

/** The allowed form of each filter in the address. Anything else is ignored. */
const patterns: Record<keyof ListingFilters, RegExp> = {
  search: /^[^\p{C}]{1,100}$/u,
  tld: /^[^\p{C}\s]{1,63}$/u,
  amount_min: wholeNumber,
  amount_max: wholeNumber,
  apr_min: percent,
  apr_max: percent,
  term_min: wholeNumber,
  term_max: wholeNumber,
  length_min: wholeNumber,
  length_max: wholeNumber,
  ltv_max: wholeNumber,
  age_min: wholeNumber,
  custody_ready: /^true$/,
}
const filterNames = Object.keys(patterns) as (keyof ListingFilters)[] // Typed as string[].

type Parts = { at: string | undefined; search: string }

/** The view that an address asks for, or null where its page number is invalid. */
export function readView({ at, search }: Parts): DirectoryView | null {
  const page = readPage(at)
  if (page === null) return null
  const query = new URLSearchParams(search)
  const sort = query.get('sort') ?? 'newest'
  const filters = Object.fromEntries(filterNames.map((name) => [name, query.get(name)]))
  return { page, sort: isSort(sort) ? sort : 'newest', filters: readFilters(filters) }
}

/** Whether a text is valid for this filter. */
export const fitsFilter = (name: keyof ListingFilters, text: string) => patterns[name].test(text)

/** Only the valid filters, as they go into the address. */
export function readFilters(given: Record<string, string | null | undefined>): ListingFilters {
  const kept = filterNames.flatMap((name) => {
    const text = given[name]?.trim() ?? ''
    return patterns[name].test(text) ? [[name, text]] : []
  })
  return Object.fromEntries(kept)
}

export function hrefOfView(home: DirectoryHome, { page, sort, filters }: DirectoryView): string {
  const query = new URLSearchParams({
    ...asPairs(filters),
    ...(sort === 'newest' ? {} : { sort }),
  }).toString()
  return `${home}${page > 1 ? `/${page}` : ''}${query && `?${query}`}`
}

/** Below /listing/, so that an id is never taken for a page number. */
export const hrefOfListing = (home: DirectoryHome, id: string) => `${home}/listing/${id}`

/** The same search with something changed, from its first page on. */
export function changeFilters(
  view: DirectoryView,
  change: Record<string, string | null>,
): DirectoryView {
  return { ...view, page: 1, filters: readFilters({ ...asPairs(view.filters), ...change }) }
}

const asPairs = (filters: ListingFilters): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))

const isSort = (text: string): text is ListingSort => Object.hasOwn(sortLabels, text)
