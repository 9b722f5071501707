import type { DomainFilter, DomainView } from '../../../../api/domains.ts'
import { readPage } from '../../../../shell/address/page-number.ts'

export const home = '/app/my-domains'

export const filterLabels: Record<DomainFilter, string> = {
  all: 'All',
  listed: 'Listed',
  in_escrow: 'In escrow',
  in_custody: 'In custody',
  not_verified: 'Not verified',
}

/** Every dialog, by the part of the address that opens it. */
export const dialogTitles = {
  add: 'Add Domain',
  import: 'Import list',
  verify: 'Verify Domain',
  'transfer-in': 'Transfer In',
  'transfer-out': 'Transfer Out',
  'edit-ns': 'Change Nameservers',
  certificate: 'Custody certificate',
  list: 'Create Listing',
  'edit-listing': 'Edit listing',
  'renew-listing': 'Renew listing',
  unlist: 'Remove Listing',
  facts: 'Registration',
  renew: 'Renew',
  remove: 'Remove domain',
} as const

export type DialogName = keyof typeof dialogTitles
/** The dialogs that are about one domain. */
export type DomainDialogName = Exclude<DialogName, 'add' | 'import'>

export type Address = { view: DomainView; dialog: DialogName | null; domainId: string | null }

type Parts = { at: string | undefined; search: string; over: string | null }

/** What an address asks for: a page, or a dialog over one. Null for anything else. */
export function readAddress({ at, search, over }: Parts): Address | null {
  const query = new URLSearchParams(search)
  if (isDialog(at)) {
    const view = (over && readOver(over)) || firstPage
    return { view, dialog: at, domainId: query.get('domain') }
  }
  const view = readView(at, query)
  return view && { view, dialog: null, domainId: null }
}

export function hrefOfView({ page, filter, search }: DomainView): string {
  const query = new URLSearchParams({
    ...(filter === 'all' ? {} : { filter }),
    ...(search ? { search } : {}),
  }).toString()
  return `${home}${page > 1 ? `/${page}` : ''}${query && `?${query}`}`
}

export const hrefOfDialog = (dialog: DialogName, domainId?: string) =>
  `${home}/${dialog}${domainId ? `?domain=${domainId}` : ''}`

const firstPage: DomainView = { page: 1, filter: 'all', search: '' }

const isDialog = (at: string | undefined): at is DialogName =>
  at !== undefined && Object.hasOwn(dialogTitles, at)

function readView(at: string | undefined, query: URLSearchParams): DomainView | null {
  const page = readPage(at)
  if (page === null) return null
  const filter = query.get('filter') ?? 'all'
  return { page, filter: isFilter(filter) ? filter : 'all', search: query.get('search') ?? '' }
}

const isFilter = (text: string): text is DomainFilter => Object.hasOwn(filterLabels, text)

function readOver(over: string): DomainView | null {
  const [path = '', search = ''] = over.split('?')
  if (path !== home && !path.startsWith(`${home}/`)) return null
  return readView(path.slice(home.length + 1) || undefined, new URLSearchParams(search))
}
