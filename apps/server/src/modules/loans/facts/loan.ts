import type {
  EscrowAction,
  EscrowActor,
  GuardFacts,
  Outcome,
} from '@pier/protocol/lifecycles/escrow'
import type { Json } from '../../../platform/crypto/canonical.ts'
import type { Domain } from '../../domains/domains.service.ts'
import type { Escrow, EscrowChange } from './loans.repository.ts'
import type { LoanFacts } from './loan-facts.repository.ts'

/** A loan with its domain, both locked, and what decides its next step. */
export type Loan = {
  escrow: Escrow
  domain: Domain
  guardFacts: GuardFacts
  facts: LoanFacts
  /** By how many days its dates were moved just now. */
  addedDays: number
}

export type TransitionInput = {
  action: EscrowAction
  actor: EscrowActor
  actorId?: string | undefined
  outcome?: Outcome | undefined
  /** The state the actor saw, if they said which. */
  version?: number | undefined
  change?: EscrowChange
  data?: { [key: string]: Json }
  /** What is written down with the step, before anybody is told of it: they read how it stands after. */
  record?: ((escrow: Escrow) => Promise<void>) | undefined
}
