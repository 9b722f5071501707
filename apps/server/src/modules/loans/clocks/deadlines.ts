/**
 * One timer a loan: it fires for whatever comes next, a reminder or the end of a phase. What is due
 * is worked out from the loan's dates, so a timer that fires late, early or twice does no harm.
 */
import type { EscrowPhase } from '@pier/protocol/lifecycles/escrow'
import { dayMs, hourMs } from '@pier/protocol/time'
import type { Tx } from '../../../platform/db/database.ts'
import { clearTimer, setTimer } from '../../../platform/jobs/timers.ts'
import type { Escrow } from '../facts/loans.repository.ts'

const job = 'escrow.tick'
const longTermDays = 60

export type Reminder = { at: Date; kind: string }

/** All reminders of the phase a loan is in, past ones too. */
function remindersOf(escrow: Escrow): Reminder[] {
  const { deadlineAt, dueAt, graceUntil, noticedAt } = escrow
  const termDays = daysOf(escrow)
  const before = (date: Date | null, ...ms: number[]) =>
    date ? ms.map((each) => ({ at: new Date(date.getTime() - each), kind: 'reminder' })) : []
  const answer = before(deadlineAt, escrow.contract === 1 ? 6 * hourMs : dayMs)
  const reminders: Partial<Record<EscrowPhase, Reminder[]>> = {
    SIGNATURES: before(deadlineAt, 2 * dayMs, dayMs),
    CODE_NEEDED: before(deadlineAt, 3 * dayMs, dayMs),
    TRANSFER_FAILED: before(deadlineAt, dayMs),
    AWAITING_PAYMENT: before(deadlineAt, 3 * dayMs, dayMs),
    PAYMENT_WINDOW: before(deadlineAt, dayMs),
    FUNDING_CLAIMED: answer,
    REPAYMENT_CLAIMED: answer,
    ACTIVE: [
      ...before(dueAt, ...[30, 14, 7, 3, 1].filter((days) => fits(days, termDays)).map(inDays)),
      ...before(dueAt, dayMs / 2, -dayMs, -3 * dayMs, -6 * dayMs),
      ...(graceUntil ? [{ at: graceUntil, kind: 'graceOver' }] : []),
    ],
    DEFAULT_NOTICED: [10, 18].flatMap((days) =>
      noticedAt ? [{ at: new Date(noticedAt.getTime() + inDays(days)), kind: 'notice' }] : [],
    ),
  }
  return reminders[escrow.phase] ?? []
}

/** With what was agreed on later: a short loan that was extended is reminded as a long one. */
const daysOf = ({ valueDate, dueAt, termDays }: Escrow) =>
  valueDate && dueAt
    ? Math.floor((dueAt.getTime() - Date.parse(`${valueDate}T00:00:00Z`)) / dayMs)
    : termDays

const inDays = (days: number) => days * dayMs
const fits = (days: number, termDays: number) =>
  days < termDays && (days < 30 || termDays >= longTermDays)

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
