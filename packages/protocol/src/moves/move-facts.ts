import type { GuardFacts, Party } from '../lifecycles/loan-vocabulary.ts'
import type { MoveAction } from '../lifecycles/next-move.ts'

export type Role = Party
export type Whose = 'YOU' | 'OTHER' | 'OPERATORS' | 'NOBODY'

export type Move = {
  whose: Whose
  /** What this side does, where it is its move. */
  action: MoveAction | null
  title: string
  note: string
  by: Date | null
  otherwise: string
  otherwiseNote: string
}

/** Every sum of a loan that is said anywhere, in cents. */
export type LoanSums = {
  amountCents: number
  /** What ends the loan on the due date, or today where that has passed. */
  repayCents: number
  /** What ends it today. Nothing while it does not run. */
  todayCents: number | null
  /** What was paid in parts and confirmed. */
  paidCents: number
  /** The payment that waits to be confirmed: what was said to be sent, and what was owed that day. */
  /** `shortCents` is by what it misses what was owed that day. */
  claim: { cents: number; owedCents: number | null; shortCents: number; paidOn: string } | null
  /** Where it takes the place of another loan: what of it goes to the lender of that one. */
  payoutCents: number | null
}

export type MoveFacts = {
  guardFacts: GuardFacts
  role: Role
  /** What to call the other side. */
  other: string
  sums: LoanSums
  /** By when payment details have to be there that are missing. */
  detailsBy: Date | null
  /** From when payment details count that were changed. */
  detailsFrom: Date | null
  /** The later due date that somebody proposes. */
  proposedDueOn: string | null
}
