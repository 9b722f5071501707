import { expect, test } from 'vitest'
import { changeFilters, hrefOfListing, hrefOfView, readView } from './directory-address.ts'

test('an address says which page of which search it is, and leads back to itself', () => {
  const search =
    '?amount_min=2000&amount_max=35000&apr_min=12.5&length_max=5&custody_ready=true&sort=amount'
  const view = readView({ at: '3', search })

  expect(view).toEqual({
    page: 3,
    sort: 'amount',
    filters: {
      amount_min: '2000',
      amount_max: '35000',
      apr_min: '12.5',
      length_max: '5',
      custody_ready: 'true',
    },
  })
  expect(view && hrefOfView('/domains', view)).toBe(`/domains/3${search}`)
})

test('the first page of everything is the bare address', () => {
  const view = { page: 1, sort: 'newest', filters: {} } as const

  expect(readView({ at: undefined, search: '' })).toEqual(view)
  expect(hrefOfView('/app/listings', view)).toBe('/app/listings')
})

test('an invalid page number gives no view', () => {
  expect(readView({ at: 'listing', search: '' })).toBeNull()
  expect(readView({ at: '0', search: '' })).toBeNull()
})

test.each([
  '?amount_min=cheap',
  '?apr_min=101',
  '?apr_max=1.234',
  '?term_max=-1',
  '?ltv_max=1e3',
  '?length_max=short',
  '?custody_ready=yes',
  '?search=%20',
  '?search=%00',
  '?tld=a%20b',
  '?sort=oldest',
  '?page=2',
  '?toString=1',
])('%s asks for nothing', (search) => {
  expect(readView({ at: undefined, search })).toEqual({ page: 1, sort: 'newest', filters: {} })
})

test('a changed search starts at its first page and keeps the order', () => {
  const view = { page: 4, sort: 'ending', filters: { tld: 'com', ltv_max: '70' } } as const

  expect(changeFilters(view, { ltv_max: null, search: ' keel ' })).toEqual({
    page: 1,
    sort: 'ending',
    filters: { search: 'keel', tld: 'com' },
  })
})

test('the address of a listing is never read as a page number', () => {
  expect(readView({ at: hrefOfListing('/domains', 'a').split('/')[2], search: '' })).toBeNull()
})
