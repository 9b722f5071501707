import { expect, test } from 'vitest'
import { hrefOfDialog, hrefOfView, readAddress } from './domain-address.ts'

const firstPage = { page: 1, filter: 'all', search: '' } as const
const read = (at?: string, search = '', over: string | null = null) =>
  readAddress({ at, search, over })

test('an address without more is the first page of all domains', () => {
  expect(read()).toEqual({ view: firstPage, dialog: null, domainId: null })
})

test('page, filter and search stand in the address and are read from it again', () => {
  const view = { page: 3, filter: 'in_custody', search: 'a&b' } as const

  expect(hrefOfView(view)).toBe('/app/my-domains/3?filter=in_custody&search=a%26b')
  expect(read('3', '?filter=in_custody&search=a%26b')?.view).toEqual(view)
  expect(hrefOfView(firstPage)).toBe('/app/my-domains')
})

test('a filter that does not exist shows all', () => {
  expect(read('2', '?filter=constructor')?.view).toEqual({ ...firstPage, page: 2 })
})

test.each(['0', 'none', 'transfer', 'constructor', '-1'])(
  '"%s" is neither a page nor a dialog',
  (at) => {
    expect(read(at)).toBeNull()
  },
)

test('a dialog stands over the page it was opened from, and without one over the first', () => {
  const over = '/app/my-domains/2?filter=listed'

  const opened = read('transfer-in', '?domain=d1', over)
  expect(opened?.dialog).toBe('transfer-in')
  expect(opened?.domainId).toBe('d1')
  expect(opened?.view).toEqual({ page: 2, filter: 'listed', search: '' })
  expect(read('edit-ns')?.view).toEqual(firstPage)
  expect(read('edit-ns')?.domainId).toBeNull()
  for (const elsewhere of ['/app/settings', '/app/my-domainsx/2', '/app/my-domains/none']) {
    expect(read('verify', '', elsewhere)?.view).toEqual(firstPage)
  }
})

test('the address of a dialog names its domain, if it has one', () => {
  expect(hrefOfDialog('add')).toBe('/app/my-domains/add')
  expect(hrefOfDialog('verify', 'd1')).toBe('/app/my-domains/verify?domain=d1')
})
