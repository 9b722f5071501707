import type { LoanAction, LoanActor, GuardFacts, Outcome } from '@pier/protocol/lifecycles/loan'
import type { Json } from '../../../platform/crypto/canonical.ts'
import type { Domain } from '../../domains/domains.service.ts'
import type { Loan, LoanChange } from './loans.repository.ts'
import type { LoanFacts } from './loan-facts.repository.ts'

/** A loan with its domain, both locked, and what decides its next step. */
export type LockedLoan = {
  loan: Loan
  domain: Domain
  guardFacts: GuardFacts
  facts: LoanFacts
  /** By how many days its dates were moved just now. */
  addedDays: number
}

export type TransitionInput = {
  action: LoanAction
  actor: LoanActor
  actorId?: string | undefined
  outcome?: Outcome | undefined
  /** The state the actor saw, if they said which. */
  version?: number | undefined
  change?: LoanChange
  data?: { [key: string]: Json }
  /** Runs before anyone is notified, so that notices reflect what it writes. */
  record?: ((loan: Loan) => Promise<void>) | undefined
}
