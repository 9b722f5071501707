import type {
  DomainStatus,
  LoanStatus,
  LoanPhase,
  OfferStatus,
  TransactionStatus,
} from './statuses.ts'
import { countOf } from './text.ts'

/**
 * Labels for every status. Lookups take any string, because a client may be older than the server:
 * an unknown status is "Unknown", and an unknown transaction status shows nothing.
 */
const unknown = 'Unknown'

const domainLabels: Record<DomainStatus, string> = {
  EXTERNAL_UNVERIFIED: 'Not verified',
  EXTERNAL_VERIFIED: 'Verified',
  CUSTODY_PAID: 'In custody',
  IN_ESCROW: 'In escrow',
}

const offerLabels: Record<OfferStatus, string> = {
  PENDING: 'Pending',
  ACCEPTED: 'Accepted',
  RESCINDED: 'Rescinded',
  DENIED: 'Denied',
}

const loanLabels: Record<LoanStatus, string> = {
  PENDING_SIGNATURE: 'Pending Signature',
  NEW: 'Waiting for Transfer',
  DOMAIN_IN_CUSTODY: 'Waiting for Payment',
  LOAN_POSTED: 'Marked Paid',
  ESCALATED: 'Disputed',
  FINALIZED_LENDER_SEIZURE: 'Seized',
  FINALIZED_PLATFORM_SEZIURE: 'Seized',
  FINALIZED_RETURN_TO_BORROWER: 'Complete',
  CANCELLED: 'Cancelled',
}

const transactionLabels: Record<TransactionStatus, string> = {
  PENDING: 'Pending',
  DONE: 'Complete',
  FAILED: 'Failed',
  REVERSED: 'Reversed',
}

/** Labels for transaction types and payment methods, sent as they are. */
export const transactionTypes = {
  top_up: 'Top-up',
  refund: 'Refund',
  chargeback: 'Chargeback',
  withdrawal: 'Withdrawal',
  transfer_in: 'Transfer fee',
  renewal: 'Renewal',
  runway: 'Renewal reserve',
  advance: 'Renewal advance',
  adjustment: 'Adjustment',
} as const

export const paymentMethods = {
  card: 'Card',
  crypto: 'Cryptocurrency',
  balance: 'Site balance',
} as const

export type TransactionType = keyof typeof transactionTypes
export type PaymentMethod = keyof typeof paymentMethods

/** Conditions that are shown instead of the domain's status while they last. */
export type DomainFlags = { pendingTransfer?: boolean; onHold?: boolean }

export function labelOfDomain(status: string, { pendingTransfer, onHold }: DomainFlags = {}) {
  if (onHold) return 'On hold'
  return pendingTransfer ? 'Pending' : (find(domainLabels, status) ?? unknown)
}

export const labelOfOffer = (status: string, reason?: string | null) =>
  status === 'RESCINDED' && reason === 'EXPIRED'
    ? 'Expired'
    : (find(offerLabels, status) ?? unknown)

export const labelOfLoan = (status: string) => find(loanLabels, status) ?? unknown

/** Who seized the domain, shown below the status. */
export const noteOfLoan = (status: string) =>
  find(
    { FINALIZED_LENDER_SEIZURE: 'by the lender', FINALIZED_PLATFORM_SEZIURE: 'by the platform' },
    status,
  ) ?? null

export const labelOfTransaction = (status: string) => find(transactionLabels, status) ?? null

const phaseLabels: Record<LoanPhase, string> = {
  FUNDING_CLAIMED: 'Receipt to confirm',
  ACTIVE: 'Running',
  DUE_SOON: 'Due soon',
  DUE_TODAY: 'Due today',
  IN_GRACE: 'In grace',
  OVERDUE: 'Late',
  REPAYMENT_CLAIMED: 'Repayment to confirm',
  DEFAULT_NOTICED: 'Notice sent',
  SEIZURE_READY: 'Notice ended',
}

/** `day` and `termDays` say how far a loan has run; `days` counts to or from the phase's date. */
export type PhaseDays = { day?: number; termDays?: number; days?: number }

/** Stands beside the status of a loan: one that is marked paid may be running, late or noticed. */
export function labelOfPhase(phase: LoanPhase, { day, termDays, days }: PhaseDays = {}): string {
  const label = phaseLabels[phase]
  if (phase === 'ACTIVE' && day !== undefined) return `${label}, day ${day} of ${termDays}`
  if (days === undefined) return label
  const count = countOf(days, 'day')
  const counted: Partial<Record<LoanPhase, string>> = {
    DUE_SOON: `Due in ${count}`,
    IN_GRACE: `${label}, ${count} left`,
    OVERDUE: `${label} by ${count}`,
    DEFAULT_NOTICED: `${label}, ${count} to answer`,
  }
  return counted[phase] ?? label
}

/** The phase as text, where a loan is marked paid. Any other status says enough. */
export function phaseOfLoan(status: string, phase: string, days?: PhaseDays): string | null {
  const isKnown = (known: string): known is LoanPhase => Object.hasOwn(phaseLabels, known)
  return status === 'LOAN_POSTED' && isKnown(phase) ? labelOfPhase(phase, days) : null
}

/** `Object.hasOwn`, because a status named "constructor" must not find one. */
function find(labels: Record<string, string>, status: string): string | undefined {
  return Object.hasOwn(labels, status) ? labels[status] : undefined
}

/** How long a transfer of an ending takes, as people say it. */
export function labelOfDays({ min, max }: { min: number; max: number }): string {
  if (max === 0) return 'minutes'
  if (max === 1) return min === 0 ? 'up to a day' : 'a day'
  if (min === 0) return `up to ${max} days`
  return min === max ? `${max} days` : `${min} to ${max} days`
}

/** What a message through the contact form is about. */
export const contactTopics = {
  borrowing: 'Borrowing',
  lending: 'Lending',
  custody: 'A domain in custody',
  money: 'Balance, payments, fees',
  account: 'My account',
  press: 'Press',
  other: 'Something else',
} as const

export type ContactTopic = keyof typeof contactTopics
