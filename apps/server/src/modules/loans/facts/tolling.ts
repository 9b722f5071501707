/**
 * Time in which a clock stood still. Less than an hour in all changes nothing; from an hour on, dates
 * move by whole days, rounded up. Days that are added to a loan bear no interest, so that what was
 * signed for the due date stays the sum of that date.
 */
import type { FreeDays } from '@pier/protocol/loans/repayment'
import { dayMs, hourMs } from '@pier/protocol/time'
import type { Loan, LoanChange } from './loans.repository.ts'

export type Stop = { began: Date; ended: Date }

const moving = ['deadlineAt', 'payBy', 'dueAt', 'graceUntil', 'objectionUntil'] as const

type Moved = Pick<Loan, (typeof moving)[number] | 'claimedAt' | 'stoppedMs' | 'interestFree'>

/** What these stops change, and by how many days at the most. */
export function addStops(
  loan: Moved,
  stops: readonly Stop[],
): { days: number; change: LoanChange } {
  const ms = loan.stoppedMs + sumOf(stops)
  if (ms < hourMs) return { days: 0, change: ms === loan.stoppedMs ? {} : { stoppedMs: ms } }
  const change: LoanChange = { stoppedMs: 0 }
  let most = 0
  for (const name of moving) {
    const date = loan[name]
    // `payBy` gets the whole time of an open claim back once it is withdrawn.
    if (!date || (name === 'payBy' && loan.claimedAt)) continue
    const days = daysFor(date, loan.stoppedMs, stops)
    if (days > 0) change[name] = new Date(date.getTime() + days * dayMs)
    most = Math.max(most, days)
  }
  const free = freeDaysOf(loan, change, { days: most, stops })
  if (free) change.interestFree = [...loan.interestFree, free]
  return { days: most, change }
}

/** A date moves only by stops that began before it. */
function daysFor(date: Date, carriedMs: number, stops: readonly Stop[]): number {
  const before = stops.filter(({ began }) => began < date)
  return before.length > 0 ? Math.ceil((carriedMs + sumOf(before)) / dayMs) : 0
}

/** The days the due date moved by; if it has passed, as many days from the first stop. */
function freeDaysOf(
  { dueAt }: Moved,
  change: LoanChange,
  { days, stops }: { days: number; stops: readonly Stop[] },
): FreeDays | null {
  const [first] = stops
  if (!dueAt || !first || days === 0) return null
  if (change.dueAt) return [dateOf(dueAt), dateOf(change.dueAt)]
  return [dateOf(first.began), dateOf(new Date(first.began.getTime() + days * dayMs))]
}

const dateOf = (time: Date) => time.toISOString().slice(0, 10)
const sumOf = (stops: readonly Stop[]) =>
  stops.reduce((sum, { began, ended }) => sum + ended.getTime() - began.getTime(), 0)
