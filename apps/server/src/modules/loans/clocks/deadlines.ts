/**
 * One timer a loan: it fires for whatever comes next, a reminder or the end of a phase. What is due
 * is worked out from the loan's dates, so a timer that fires late, early or twice does no harm.
 */
import { msOn, phases, type PhaseReminder } from '@pier/protocol/lifecycles/phases'
import { dayMs } from '@pier/protocol/time'
import type { Tx } from '../../../platform/db/database.ts'
import { clearTimer, setTimer } from '../../../platform/jobs/timers.ts'
import type { Escrow } from '../facts/loans.repository.ts'

const job = 'escrow.tick'

export type Reminder = { at: Date; kind: PhaseReminder['kind'] }

/** All reminders of the phase a loan is in, past ones too. */
function remindersOf(escrow: Escrow): Reminder[] {
  const termDays = daysOf(escrow)
  return (phases[escrow.phase].reminders ?? []).flatMap(({ date, ms, kind, termDaysMin = 0 }) => {
    const from = escrow[date]
    if (!from || termDays < termDaysMin) return []
    return [{ at: new Date(from.getTime() + msOn(ms, escrow)), kind }]
  })
}

/** With what was agreed on later: a short loan that was extended is reminded as a long one. */
const daysOf = ({ valueDate, dueAt, termDays }: Escrow) =>
  valueDate && dueAt
    ? Math.floor((dueAt.getTime() - Date.parse(`${valueDate}T00:00:00Z`)) / dayMs)
    : termDays

/** What has come due and was not sent. Of several only the last: nobody wants three at once. */
export function dueReminder(escrow: Escrow, now: Date): Reminder | undefined {
  const since = escrow.remindedAt ?? escrow.createdAt
  return remindersOf(escrow)
    .filter(({ at }) => at > since && at <= now)
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]
}

export async function scheduleDeadline(tx: Tx, escrow: Escrow): Promise<void> {
  const times = remindersOf(escrow)
    .map(({ at }) => at.getTime())
    .filter((at) => at > tx.now.getTime())
  if (escrow.deadlineAt) times.push(escrow.deadlineAt.getTime())
  if (escrow.endedAt || times.length === 0) {
    return clearTimer(tx, { job, subjectId: escrow.id })
  }
  await setTimer(tx, { job, subjectId: escrow.id, fireAt: new Date(Math.min(...times)) })
}
