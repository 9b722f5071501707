import { labelOfPhase } from '@pier/protocol/labels'
import { type LoanPhase, loanPhases } from '@pier/protocol/statuses'
import { dayMs } from '@pier/protocol/time'
import type { LoanRow } from '../../api/loans/loans.ts'

const known: ReadonlySet<string> = new Set(loanPhases)
const isOfLoan = (phase: LoanRow['phase']): phase is LoanPhase => known.has(phase)

type Standing = Pick<LoanRow, 'status' | 'phase' | 'term' | 'due_at' | 'deadline_at'>

/** The phase of a loan that was paid out, unless it simply runs: "In grace, 3 d left". */
export function phaseText(row: Standing, now: string): string | null {
  const { status, phase, term } = row
  if (status !== 'LOAN_POSTED' || phase === 'ACTIVE' || !isOfLoan(phase)) return null
  // Due soon counts to the due date, overdue from it, other phases to their deadline.
  const date = phase === 'OVERDUE' || phase === 'DUE_SOON' ? row.due_at : row.deadline_at
  const days = date ? Math.abs(Date.parse(date) - Date.parse(now)) / dayMs : 0
  const whole = phase === 'DUE_SOON' ? Math.ceil(days) : Math.floor(days)
  return labelOfPhase(phase, { day: 0, termDays: term, days: whole })
}
