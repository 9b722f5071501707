/** Every status, spelled as on the wire: one keeps a misspelling of the first format. */
export const domainStatuses = [
  'EXTERNAL_UNVERIFIED',
  'EXTERNAL_VERIFIED',
  'CUSTODY_PAID',
  'IN_ESCROW',
] as const

export const offerStatuses = ['PENDING', 'ACCEPTED', 'RESCINDED', 'DENIED'] as const

export const loanStatuses = [
  'PENDING_SIGNATURE',
  'NEW',
  'DOMAIN_IN_CUSTODY',
  'LOAN_POSTED',
  'ESCALATED',
  'FINALIZED_LENDER_SEIZURE',
  'FINALIZED_PLATFORM_SEZIURE',
  'FINALIZED_RETURN_TO_BORROWER',
  'CANCELLED',
] as const

/** The lender's money is paid out, or is claimed to be. */
export const runningStatuses = ['LOAN_POSTED', 'ESCALATED'] as const satisfies LoanStatus[]

/**
 * The lender has claimed to pay, or the domain was seized or returned; a platform seizure can come
 * before any payment.
 */
export const fundedStatuses = [
  ...runningStatuses,
  'FINALIZED_LENDER_SEIZURE',
  'FINALIZED_PLATFORM_SEZIURE',
  'FINALIZED_RETURN_TO_BORROWER',
] as const satisfies LoanStatus[]

export const transactionStatuses = ['PENDING', 'DONE', 'FAILED', 'REVERSED'] as const

/** The finer steps of `LOAN_POSTED`, derived from its dates and claims. */
export const loanPhases = [
  'FUNDING_CLAIMED',
  'ACTIVE',
  'DUE_SOON',
  'DUE_TODAY',
  'IN_GRACE',
  'OVERDUE',
  'REPAYMENT_CLAIMED',
  'DEFAULT_NOTICED',
  'SEIZURE_READY',
] as const

export type DomainStatus = (typeof domainStatuses)[number]
export type OfferStatus = (typeof offerStatuses)[number]
export type LoanStatus = (typeof loanStatuses)[number]
export type TransactionStatus = (typeof transactionStatuses)[number]
export type LoanPhase = (typeof loanPhases)[number]
