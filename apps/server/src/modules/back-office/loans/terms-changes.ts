/** How the dates of a loan changed after it was agreed: by both parties, or by a ruling. */
import type { CallOutput } from '@pier/protocol/calls/calls'
import { graceDaysOf } from '@pier/protocol/lifecycles/loan'
import { dayMs } from '@pier/protocol/time'
import { dateOf, type LoanRecord } from '../../loans/loans.service.ts'

type Change = CallOutput<'GET /operator/loans/:id'>['terms_changes'][number]

const addDays = (date: string, days: number): string =>
  dateOf(new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs))

/** Read from the event chain, from funding on. Stopped clocks are not a change of terms. */
export function termsChangesOf({ loan, events }: LoanRecord): Change[] {
  const { termDays } = loan
  const changes: Change[] = []
  let due = ''
  let grace = ''
  for (const { action, outcome, at, data } of events) {
    const { valueDate, dueOn } = data
    if (typeof valueDate === 'string') {
      due = addDays(valueDate, termDays)
      grace = addDays(due, graceDaysOf({ termDays }))
    }
    if (typeof dueOn !== 'string') continue
    const isCure = outcome === 'CURE' && (action === 'rule' || action === 'settle')
    if (action === 'extend') {
      changes.push({ at: at.toISOString(), what: 'Due date', before: due, after: dueOn })
      due = dueOn
      grace = later(grace, addDays(dueOn, graceDaysOf({ termDays })))
    } else if (isCure) {
      const after = later(grace, dueOn)
      changes.push({ at: at.toISOString(), what: 'End of grace', before: grace, after })
      grace = after
    }
  }
  return changes
}

const later = (one: string, other: string): string => (one > other ? one : other)
