import { expect, test } from 'vitest'
import { hrefOfPages, readLoanPages } from './loan-pages.ts'

test('both pages stand in the address, and none means the first', () => {
  expect(readLoanPages({})).toEqual({ loans: 1, offers: 1 })
  expect(readLoanPages({ domainsPage: '2' })).toEqual({ loans: 2, offers: 1 })
  expect(readLoanPages({ domainsPage: '2', offersPage: '3' })).toEqual({ loans: 2, offers: 3 })
})

test.each(['0', '-1', 'x', '1e3', '99999999'])('"%s" is no page', (text) => {
  expect(readLoanPages({ domainsPage: text })).toBeNull()
  expect(readLoanPages({ domainsPage: '1', offersPage: text })).toBeNull()
})

test('an address says no more than it must', () => {
  expect(hrefOfPages('/app/borrow', { loans: 1, offers: 1 })).toBe('/app/borrow')
  expect(hrefOfPages('/app/borrow', { loans: 2, offers: 1 })).toBe('/app/borrow/2')
  expect(hrefOfPages('/app/borrow', { loans: 1, offers: 2 })).toBe('/app/borrow/1/2')
})
