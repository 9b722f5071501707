import type { EscrowPhase, Party } from './lifecycles/escrow-vocabulary.ts'
import type { LoanPhase } from './statuses.ts'

export type Role = Party
export type Whose = 'YOU' | 'OTHER' | 'OPERATORS' | 'NOBODY'

export type Move = {
  whose: Whose
  title: string
  note: string
  by: Date | null
  otherwise: string
  otherwiseNote: string
}

export type MoveFacts = {
  status: string
  /** As shown: a loan that runs is told apart by its dates. */
  phase: EscrowPhase | LoanPhase
  role: Role
  /** What to call the other side. */
  other: string
  amountCents: number
  /** What ends the loan on the due date, or today where that has passed. */
  repayCents: number
  /** What ends it today, where that is less. */
  todayCents?: number | null
  hasSigned: Record<Role, boolean>
  deadlineAt: Date | null
  dueAt: Date | null
  graceUntil: Date | null
  /** Where it takes the place of another loan: what of it goes to the lender of that one. */
  payoutCents?: number | null
}
