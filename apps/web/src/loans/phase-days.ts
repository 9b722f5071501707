import type { PhaseDays } from '@pier/protocol/labels'
import { dayMs } from '@pier/protocol/time'
import type { LoanRow } from '../api/loans/loans.ts'

type Standing = Pick<LoanRow, 'phase' | 'due_at' | 'deadline_at'>

/** How many days a loan is before or past the date of its phase. */
export function daysOfPhase(row: Standing, now: string): PhaseDays {
  const { phase } = row
  // Due soon counts to the due date, overdue from it, other phases to their deadline.
  const date = phase === 'OVERDUE' || phase === 'DUE_SOON' ? row.due_at : row.deadline_at
  if (!date) return {}
  const days = Math.abs(Date.parse(date) - Date.parse(now)) / dayMs
  return { days: phase === 'DUE_SOON' ? Math.ceil(days) : Math.floor(days) }
}
