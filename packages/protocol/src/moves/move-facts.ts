import type { GuardFacts, Party } from '../lifecycles/loan-vocabulary.ts'
import type { MoveAction } from '../lifecycles/next-move.ts'

export type Role = Party
export type Whose = 'YOU' | 'OTHER' | 'OPERATORS' | 'NOBODY'

export type Move = {
  whose: Whose
  /** What this party does, where the next action is theirs. */
  action: MoveAction | null
  title: string
  note: string
  by: Date | null
  otherwise: string
  otherwiseNote: string
}

/** Every amount of a loan that appears in a text, in cents. */
export type LoanSums = {
  amountCents: number
  /** The payoff on the due date, or today where that has passed. */
  repayCents: number
  /** The payoff today. Null while the loan does not run. */
  todayCents: number | null
  /** Confirmed partial payments. */
  paidCents: number
  /** The payment that waits for confirmation: the amount claimed, and what was owed that day. */
  /** `shortCents` is how far it falls short of what was owed. */
  claim: { cents: number; owedCents: number | null; shortCents: number; paidOn: string } | null
  /** In a refinancing: the part that goes to the former lender. */
  payoutCents: number | null
}

export type MoveFacts = {
  guardFacts: GuardFacts
  role: Role
  /** What to call the other side. */
  other: string
  sums: LoanSums
  /** The deadline for adding missing payment details. */
  detailsBy: Date | null
  /** When changed payment details take effect. */
  detailsFrom: Date | null
  /** The later due date that a party proposes. */
  proposedDueOn: string | null
}
