/**
 * One timer a loan: it fires for whatever comes next, a reminder or the end of a phase. What is due
 * is worked out from the loan's dates, so a timer that fires late, early or twice does no harm.
 */
import { msOn, phases, type PhaseReminder } from '@pier/protocol/lifecycles/phases'
import { dayMs } from '@pier/protocol/time'
import type { Tx } from '../../../platform/db/database.ts'
import { clearTimer, setTimer } from '../../../platform/jobs/timers.ts'
import type { Loan } from '../facts/loans.repository.ts'

const job = 'escrow.tick'

export type Reminder = { at: Date; kind: PhaseReminder['kind'] }

/** All reminders of the phase a loan is in, past ones too. */
function remindersOf(loan: Loan): Reminder[] {
  const termDays = daysOf(loan)
  return (phases[loan.phase].reminders ?? []).flatMap(({ date, ms, kind, termDaysMin = 0 }) => {
    const from = loan[date]
    if (!from || termDays < termDaysMin) return []
    return [{ at: new Date(from.getTime() + msOn(ms, loan)), kind }]
  })
}

/** With extensions: a short loan that was extended gets the reminders of a long one. */
const daysOf = ({ valueDate, dueAt, termDays }: Loan) =>
  valueDate && dueAt
    ? Math.floor((dueAt.getTime() - Date.parse(`${valueDate}T00:00:00Z`)) / dayMs)
    : termDays

/** The latest reminder that is due and was not sent; earlier ones are skipped. */
export function dueReminder(loan: Loan, now: Date): Reminder | undefined {
  const since = loan.remindedAt ?? loan.createdAt
  return remindersOf(loan)
    .filter(({ at }) => at > since && at <= now)
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]
}

export async function scheduleDeadline(tx: Tx, loan: Loan): Promise<void> {
  const times = remindersOf(loan)
    .map(({ at }) => at.getTime())
    .filter((at) => at > tx.now.getTime())
  if (loan.deadlineAt) times.push(loan.deadlineAt.getTime())
  if (loan.endedAt || times.length === 0) {
    return clearTimer(tx, { job, subjectId: loan.id })
  }
  await setTimer(tx, { job, subjectId: loan.id, fireAt: new Date(Math.min(...times)) })
}
