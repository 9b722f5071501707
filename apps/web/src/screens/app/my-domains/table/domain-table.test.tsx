import { expect, test } from 'vitest'
import { type Domain, type DomainView, useDomains } from '../../../../api/domains.ts'
import { openScreen } from '../../../../testing/open-screen.tsx'
import { DomainTable } from './domain-table.tsx'

const view: DomainView = { page: 1, filter: 'all', search: '' }
const domain = {
  id: '1',
  domain: 'brightkeel.com',
  unicode: 'brightkeel.com',
  looks_like: null,
  status: 'EXTERNAL_VERIFIED',
  estimated_value: null,
  verification_record: null,
  pending_transfer: false,
  listed: false,
  listing_id: null,
  offers: 0,
  open_escrow_id: null,
  transfer_out_available_at: null,
  on_hold: false,
  expires_at: null,
  transfer: null,
  transfer_out: null,
  transfer_refusal: null,
}

const Table = () => <DomainTable view={view} query={useDomains(view)} over={{ over: '/app' }} />

const open = (change: Partial<Domain> = {}) =>
  openScreen(<Table />, {
    path: '/app/my-domains',
    answers: { 'GET /domains': { domains: [{ ...domain, ...change }], pages: 1 } },
  })
const headers = () =>
  [...document.querySelectorAll('thead th')].map((header) => header.textContent?.trim() ?? '')
const cellOf = (header: string) =>
  document.querySelectorAll('tbody tr > *')[headers().indexOf(header)]?.textContent

test('My Domains has the six columns of the specification, in their order', async () => {
  const columns = ['Domain', 'Verified', 'Transferred', 'Offers', 'In Escrow', 'Actions']
  await open()

  expect(headers().filter((header) => columns.includes(header))).toEqual(columns)
})

test('a domain on its way is Pending under Transferred', async () => {
  await open({ pending_transfer: true })
  expect(cellOf('Transferred')).toBe('Pending')

  await open()
  expect(cellOf('Transferred')).toBe('No')

  await open({ status: 'CUSTODY_PAID' })
  expect(cellOf('Transferred')).toBe('Yes')
})
