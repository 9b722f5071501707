import { type DomainAction, isOpenForDomain } from '@pier/protocol/lifecycles/domain'
import { limits } from '@pier/protocol/limits'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { type Domain, stateOf } from '../../../../api/domains.ts'
import { hrefOfListing } from '../../../../listings/directory-address.ts'
import { hrefOfDialog } from '../domain/domain-address.ts'
import { isEndingSoon, leavesFrom } from '../domain/domain-text.ts'

/** One action on a domain; one that is closed now has the reason. */
export type RowAction = {
  label: string
  to: string
  /** It opens over the page; the others leave it. */
  isDialog: boolean
  note?: string | undefined
  isShut?: boolean
  isDanger?: boolean
}

/** The most likely next step for this row. */
export function firstAction(domain: Domain, now: Date): RowAction | null {
  const isOpen = (action: DomainAction) => isOpenForDomain(action, stateOf(domain), now)
  const { id, open_escrow_id: loanId, listing, offers } = domain
  if (loanId) return { label: 'Open loan', to: `/app/escrow/${loanId}`, isDialog: false }
  if (isOpen('getVerified')) return dialog('Get Verified', hrefOfDialog('verify', id))
  if (isOpen('getLoan')) return dialog('Get Loan', hrefOfDialog('list', id))
  if (!isOpen('editListing') || !listing) return null
  if (offers > 0) return { label: 'Compare offers', to: '/app/borrow', isDialog: false }
  return isEndingSoon(listing, now)
    ? dialog('Renew listing', hrefOfDialog('renew-listing', id))
    : dialog('Edit listing', hrefOfDialog('edit-listing', id))
}

/**
 * The other actions, in groups. Only Edit NS and Transfer Out stay visible while closed, with a
 * note from when they open.
 */
export function moreActions(domain: Domain, now: Date): RowAction[][] {
  const isOpen = (action: DomainAction) => isOpenForDomain(action, stateOf(domain), now)
  const groups = [
    listingActions(domain, isOpen),
    [
      transferIn(domain, isOpen),
      editNameservers(domain, isOpen),
      isHere(domain) && dialog('Custody certificate', hrefOfDialog('certificate', domain.id)),
      transferOut(domain, isOpen),
    ],
    [
      isOpen('removeListing') && {
        ...dialog('Remove Listing', hrefOfDialog('unlist', domain.id)),
        isDanger: true,
      },
    ],
  ]
  return groups
    .map((group) => group.filter((action) => action !== false))
    .filter((group) => group.length > 0)
}

type IsOpen = (action: DomainAction) => boolean

function listingActions(
  { id, listing_id, open_escrow_id: loanId }: Domain,
  isOpen: IsOpen,
): (RowAction | false)[] {
  const canEdit = isOpen('editListing')
  return [
    // With an open loan, the one button leads to the loan.
    loanId !== null && isOpen('getVerified') && dialog('Get Verified', hrefOfDialog('verify', id)),
    canEdit && dialog('Edit listing', hrefOfDialog('edit-listing', id)),
    canEdit && {
      ...dialog('Renew listing', hrefOfDialog('renew-listing', id)),
      note: `${limits.listingDays} days`,
    },
    listing_id !== null && {
      label: 'View as a lender',
      to: hrefOfListing('/app/listings', listing_id),
      isDialog: false,
    },
  ]
}

function transferIn({ id, registry_fee }: Domain, isOpen: IsOpen): RowAction | false {
  if (!isOpen('transferIn')) return false
  const fee = registry_fee?.transfer
  return {
    ...dialog('Transfer In', hrefOfDialog('transfer-in', id)),
    note: fee == null ? undefined : `${formatMoney(centsOf(fee))}, usually adds a year`,
  }
}

function editNameservers(domain: Domain, isOpen: IsOpen): RowAction {
  const action = dialog('Edit NS', hrefOfDialog('edit-ns', domain.id))
  return isOpen('editNameservers') ? action : { ...action, isShut: true, note: whyShut(domain) }
}

function transferOut(domain: Domain, isOpen: IsOpen): RowAction {
  const action = dialog('Transfer Out', hrefOfDialog('transfer-out', domain.id))
  if (isOpen('transferOut')) return action
  const isFree = domain.status === 'CUSTODY_PAID'
  const note = isFree ? leavesFrom(domain.transfer_out_available_at) : whyShut(domain)
  return { ...action, isShut: true, note }
}

const isHere = ({ status }: Domain) => status === 'CUSTODY_PAID' || status === 'IN_ESCROW'

const whyShut = ({ status }: Domain) =>
  status === 'IN_ESCROW' ? 'after the loan' : 'after Transfer In'

const dialog = (label: string, to: string): RowAction => ({ label, to, isDialog: true })
