import { type DomainAction, isOpenForDomain } from '@pier/protocol/lifecycles/domain'
import { type Domain, type DomainFilter, stateOf } from '../../../../api/domains.ts'
import type { DomainDialogName } from '../domain/domain-address.ts'
import { leavesFrom } from '../domain/domain-text.ts'

type Rule = {
  isOpen: (domain: Domain, now: Date) => boolean
  /** Why this domain does not allow it. */
  why: (domain: Domain) => string
  /** Shown where there is none to choose from. */
  none: string
  /** The filter that contains the domains it may be open for. */
  among: DomainFilter
}

const by = (action: DomainAction) => (domain: Domain, now: Date) =>
  isOpenForDomain(action, stateOf(domain), now)

const always = () => true
const isExternal = ({ status }: Domain) => status.startsWith('EXTERNAL_')

const ownListing: Rule = {
  isOpen: by('editListing'),
  why: ({ listed, open_escrow_id }) => {
    if (!listed) return 'This domain is not listed.'
    return open_escrow_id
      ? 'An offer was accepted, so its terms now apply.'
      : 'Verify this domain again before you edit its listing.'
  },
  none: 'None of your listings can be edited.',
  among: 'listed',
}

const rules: Record<DomainDialogName, Rule> = {
  verify: {
    isOpen: always, // For a verified one it says so.
    why: () => '',
    none: 'None of your domains needs verification.',
    among: 'not_verified',
  },
  'transfer-in': {
    isOpen: (domain, now) => by('transferIn')(domain, now) || domain.pending_transfer,
    why: () => 'This domain is already in custody.',
    none: 'None of your domains can be transferred in. All are in custody or being transferred.',
    among: 'all',
  },
  'transfer-out': {
    isOpen: (domain, now) => by('transferOut')(domain, now) || domain.transfer_out !== null,
    why: (domain) =>
      domain.status === 'CUSTODY_PAID'
        ? `This domain can be transferred out ${leavesFrom(domain.transfer_out_available_at)}.`
        : 'Only domains in custody without an open loan can be transferred out.',
    none: 'None of your domains can be transferred out now.',
    among: 'in_custody',
  },
  'edit-ns': {
    isOpen: by('editNameservers'),
    why: () => 'You can change nameservers here only for domains in custody.',
    none: 'None of your domains is in custody.',
    among: 'in_custody',
  },
  certificate: {
    isOpen: (domain) => !isExternal(domain),
    why: () => 'Only a domain in custody has a certificate. Transfer it in first.',
    none: 'None of your domains is in custody.',
    among: 'in_custody',
  },
  list: {
    isOpen: by('getLoan'),
    why: ({ status, listed }) => {
      if (status === 'EXTERNAL_UNVERIFIED') return 'Verify this domain before you list it.'
      return listed ? 'This domain is already listed.' : 'This domain has an open loan.'
    },
    none: 'None of your domains can be listed. Verify one first, or wait until its loan has ended.',
    among: 'all',
  },
  'edit-listing': ownListing,
  'renew-listing': ownListing,
  unlist: {
    isOpen: by('removeListing'),
    why: () => 'This domain is not listed.',
    none: 'None of your domains is listed.',
    among: 'listed',
  },
  facts: { isOpen: always, why: () => '', none: 'You have no domains yet.', among: 'all' },
  renew: {
    isOpen: (domain) => !isExternal(domain),
    why: () => 'You can renew only domains in custody here. Renew this one at its registrar.',
    none: 'None of your domains is in custody.',
    among: 'in_custody',
  },
  remove: {
    isOpen: (domain) => isExternal(domain) && !domain.pending_transfer,
    why: () => 'A domain in custody or in transfer must be transferred out instead.',
    none: 'None of your domains can be removed.',
    among: 'all',
  },
}

export const whyClosed = (dialog: DomainDialogName, domain: Domain, now: Date): string | null =>
  rules[dialog].isOpen(domain, now) ? null : rules[dialog].why(domain)

/** The domains to choose from, where the address names none. */
export const openFor = (dialog: DomainDialogName, domains: readonly Domain[], now: Date) =>
  domains.filter((domain) =>
    dialog === 'verify' ? by('getVerified')(domain, now) : rules[dialog].isOpen(domain, now),
  )

export const choiceOf = (dialog: DomainDialogName) => ({
  among: rules[dialog].among,
  none: rules[dialog].none,
})
