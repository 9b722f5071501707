import type { Receipt } from './receipt-rows.ts'

type Next = Pick<Receipt['next'][number], 'kind' | 'escrow_id'>
type Leads = { domainId: string; terms: Receipt['terms'] }

/** Where a next step begins. Listing again takes the last terms along. */
export function hrefOfNext({ kind, escrow_id }: Next, { domainId, terms }: Leads): string {
  const dialog = (name: string, more: Record<string, string> = {}) =>
    `/app/my-domains/${name}?${new URLSearchParams({ domain: domainId, ...more }).toString()}`
  switch (kind) {
    case 'LIST': {
      const { amount, term, apy } = terms
      return dialog('list', { amount: String(amount), term: String(term), rate: String(apy) })
    }
    case 'TRANSFER_OUT':
      return dialog('transfer-out')
    case 'KEEP':
      return dialog('edit-ns')
    case 'LISTED':
      return '/app/my-domains?filter=listed'
    case 'LOAN':
      return escrow_id ? `/app/escrow/${escrow_id}` : '/app/borrow'
    case 'LEND':
      return '/app/listings'
    case 'LOANS':
      return '/app/lend'
    default:
      return '/app/my-domains'
  }
}
