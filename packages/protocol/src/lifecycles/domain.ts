import type { DomainStatus } from '../statuses.ts'

/** What the owner can do with a domain on My Domains, decided by its state alone. */
export const domainActions = [
  'getVerified',
  'getLoan',
  'editListing',
  'removeListing',
  'openLoan',
  'editNameservers',
  'transferIn',
  'transferOut',
] as const
export type DomainAction = (typeof domainActions)[number]

export type DomainState = {
  status: DomainStatus
  pendingTransfer: boolean
  isListed: boolean
  hasOpenLoan: boolean
  transferOutAvailableAt: Date | null
}

const loanable: readonly DomainStatus[] = ['EXTERNAL_VERIFIED', 'CUSTODY_PAID']

const rules: Record<DomainAction, (state: DomainState, now: Date) => boolean> = {
  getVerified: ({ status }) => status === 'EXTERNAL_UNVERIFIED',
  getLoan: ({ status, isListed, hasOpenLoan }) =>
    loanable.includes(status) && !isListed && !hasOpenLoan,
  /** Once an offer is accepted, its terms apply and not those of the listing. */
  editListing: ({ status, isListed, hasOpenLoan }) =>
    loanable.includes(status) && isListed && !hasOpenLoan,
  removeListing: ({ status, isListed }) => loanable.includes(status) && isListed,
  openLoan: ({ hasOpenLoan }) => hasOpenLoan,
  editNameservers: ({ status }) => status === 'CUSTODY_PAID',
  transferIn: ({ status, pendingTransfer }) => status.startsWith('EXTERNAL_') && !pendingTransfer,
  /** Without a date, the domain cannot be transferred out. */
  transferOut: ({ status, transferOutAvailableAt }, now) =>
    status === 'CUSTODY_PAID' && transferOutAvailableAt !== null && transferOutAvailableAt <= now,
}

export const isOpenForDomain = (action: DomainAction, state: DomainState, now: Date): boolean =>
  rules[action](state, now)

/** The transitions between domain statuses. */
const steps = {
  verify: { from: ['EXTERNAL_UNVERIFIED'], to: 'EXTERNAL_VERIFIED' },
  loseProof: { from: ['EXTERNAL_VERIFIED'], to: 'EXTERNAL_UNVERIFIED' },
  arrive: { from: ['EXTERNAL_UNVERIFIED', 'EXTERNAL_VERIFIED'], to: 'CUSTODY_PAID' },
  holdInEscrow: { from: ['CUSTODY_PAID'], to: 'IN_ESCROW' },
  leaveEscrow: { from: ['IN_ESCROW'], to: 'CUSTODY_PAID' },
} as const satisfies Record<string, { from: DomainStatus[]; to: DomainStatus }>

export type DomainStep = keyof typeof steps

/** The status after the step, or null where the step is not allowed. */
export function nextDomainStatus(status: DomainStatus, step: DomainStep): DomainStatus | null {
  const { from, to } = steps[step]
  return (from as readonly DomainStatus[]).includes(status) ? to : null
}
