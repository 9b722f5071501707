/**
 * Every transition of a loan happens here: under the lock of its domain, by a row of the lifecycle,
 * with its effects, event, clock and notices in the same transaction.
 */
import {
  loanGuards,
  findTransition,
  graceDaysOf,
  type LoanActor,
  type LoanRow,
  type Party,
} from '@pier/protocol/lifecycles/loan'
import { clockOf } from '@pier/protocol/lifecycles/phases'
import { limits } from '@pier/protocol/limits'
import type { FreeDays } from '@pier/protocol/loans/repayment'
import { dayMs } from '@pier/protocol/time'
import { AppError, invariant } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { lockDomainRow } from '../../domains/domains.service.ts'
import type { Json } from '../../../platform/crypto/canonical.ts'
import { findLoan, saveLoan, type Loan } from '../facts/loans.repository.ts'
import type { LoanChange } from '../facts/loans.repository.ts'
import { findSuccessor } from '../facts/loans.repository.ts'
import { appendEvent, findTransitionEvent, type Beside } from '../facts/events.repository.ts'
import { domainIdOf, lockLoanRow, partyOf } from '../facts/loan-rows.repository.ts'
import { dateOf, dayBefore, viewOf } from '../facts/loan-view.ts'
import { decidePayments } from '../facts/payments.repository.ts'
import { decideProposals } from '../facts/proposals.repository.ts'
import { runEffects } from './effects.ts'
import { addStops } from '../facts/tolling.ts'
import { notifyOfAddedTime, notifyOfTransition } from '../notices/loan-notices.ts'
import { publishChange } from '../notices/publish.ts'
import { scheduleDeadline } from '../clocks/deadlines.ts'
import type { LockedLoan, TransitionInput } from '../facts/loan.ts'

/** For its two parties; anyone else gets 404 and locks nothing. */
export async function lockLoanOf(
  tx: Tx,
  { escrowId, userId }: { escrowId: string; userId: string },
): Promise<LockedLoan & { party: Party }> {
  const locked = await lockWith(tx, { escrowId, userId })
  const party = locked && partyOf(locked.loan, userId)
  if (!party) throw new AppError('escrow_not_found')
  return { ...locked, party }
}

/** Does not check the caller. */
export async function lockLoan(tx: Tx, escrowId: string): Promise<LockedLoan> {
  const locked = await lockWith(tx, { escrowId })
  invariant(locked, `there is a loan ${escrowId}`)
  return locked
}

/** Locks the domain first. Adds stopped time to the dates once the clock runs, and to none that ended. */
async function lockWith(
  tx: Tx,
  wanted: { escrowId: string; userId?: string },
): Promise<LockedLoan | undefined> {
  const domain = await lockDomainRow(tx, domainIdOf(wanted))
  const row = domain && (await lockLoanRow(tx, wanted.escrowId))
  if (!row) return undefined
  const { loan: before, facts } = row
  if (facts.pauses.length > 0 || before.endedAt) {
    const { guardFacts } = viewOf({ loan: before, facts, domain, now: tx.now })
    return { loan: before, domain, facts, guardFacts, addedDays: 0 }
  }
  const { loan, addedDays } = await addStoppedTime(tx, { loan: before, domain, facts })
  const settled = { ...facts, stops: [] }
  const { guardFacts } = viewOf({ loan, facts: settled, domain, now: tx.now })
  return { loan, domain, facts: settled, guardFacts, addedDays }
}

/** When the clock restarts, or its phase ends, stopped time moves later dates. */
async function addStoppedTime(tx: Tx, locked: Stopped): Promise<{ loan: Loan; addedDays: number }> {
  const { loan, facts } = locked
  const { days, change } = addStops(loan, facts.stops)
  const ended = { ...change, ...endTender({ ...locked, loan: { ...loan, ...change } }) }
  if (Object.keys(ended).length === 0) return { loan, addedDays: 0 }
  const moved = { ...loan, ...ended, clockCheckedAt: tx.now }
  await saveLoan(tx, loan.id, { ...ended, clockCheckedAt: tx.now })
  if (days === 0) return { loan: moved, addedDays: 0 }
  const data = { days, reasons: facts.stoppedFor.map(({ reason }) => reason) }
  const noted = await noteEvent(tx, moved, { action: 'addStoppedTime', data })
  await scheduleDeadline(tx, noted)
  await notifyOfAddedTime(tx, { ...locked, loan: noted, days })
  await publishChange(tx, noted)
  return { loan: noted, addedDays: days }
}
type Stopped = Pick<LockedLoan, 'loan' | 'domain' | 'facts'>

/** From the day there is somewhere to pay to, interest runs again. */
function endTender({ loan, facts }: Stopped): LoanChange {
  if (!loan.tenderedOn || facts.lenderPayee !== 'ready') return {}
  const [ended] = facts.stops.slice(-1)
  const until = ended ? dateOf(ended.ended) : loan.tenderedOn
  const free: FreeDays = [dayBefore(loan.tenderedOn), until]
  return { tenderedOn: null, interestFree: [...loan.interestFree, free] }
}

/** Returns the loan after the transition. The same user repeating it is no error. */
export async function applyTransition(
  tx: Tx,
  { loan: before, domain, guardFacts, facts }: LockedLoan,
  step: TransitionInput,
): Promise<{ loan: Loan; isRepeated: boolean }> {
  const found = findTransition(guardFacts, step)
  const isStale = step.version !== undefined && step.version !== before.version
  if (!found.row || isStale) {
    if (await isRepeated(tx, before, step)) return { loan: before, isRepeated: true }
    throw isStale ? new AppError('escrow_changed') : refusalOf(found)
  }
  const endsPhase = guardFacts.isClockStopped && found.row.to !== undefined
  const { loan } = endsPhase
    ? await addStoppedTime(tx, { loan: before, domain, facts })
    : { loan: before }
  const version = loan.version + 1
  const change = { ...changeOf(tx, loan, found.row, step.change ?? {}), version }
  const after = { ...loan, ...change }
  await closeWaiting(tx, loan, after)
  await step.record?.(after)
  const effected = await runEffects(tx, { loan: after, domain, effects: found.row.effects })
  const chained = await appendEvent(
    tx,
    loan,
    {
      version,
      action: step.action,
      outcome: step.outcome ?? null,
      actor: step.actor,
      actorId: step.actorId ?? null,
      fromStatus: loan.status,
      fromPhase: loan.phase,
      toStatus: after.status,
      toPhase: after.phase,
      data: { row: found.row.row, ...step.data },
    },
    { change: { ...change, ...effected } },
  )
  await scheduleDeadline(tx, chained)
  await notifyOfTransition(tx, { before: loan, loan: chained, domain, step })
  await publishChange(tx, chained)
  await publishFormerChange(tx, chained)
  // After any end but a refinancing, the successor has nothing left to replace.
  if (chained.endedAt && step.action !== 'refinance') await cancelSuccessor(tx, chained.id)
  return { loan: chained, isRepeated: false }
}

/** A transition of a refinancing loan changes what the former loan shows. */
async function publishFormerChange(tx: Tx, { refinancesId }: Loan): Promise<void> {
  const former = refinancesId ? await findLoan(tx, refinancesId) : undefined
  if (former) await publishChange(tx, former)
}

/** A change of status withdraws open proposals; the end of a loan, open payments. */
async function closeWaiting(tx: Tx, before: Loan, after: Loan): Promise<void> {
  const { id } = after
  if (before.status !== after.status) await decideProposals(tx, { escrowId: id }, 'WITHDRAWN')
  if (after.endedAt) await decidePayments(tx, id, 'WITHDRAWN')
}

async function cancelSuccessor(tx: Tx, escrowId: string): Promise<void> {
  const successor = await findSuccessor(tx, escrowId)
  if (!successor) return
  const change = { endReason: 'overtaken', lapsedBy: null }
  const locked = await lockLoan(tx, successor.id)
  await applyTransition(tx, locked, { action: 'cancel', actor: 'SYSTEM', change })
}

/** An event that is no transition: something was seen, sent or added. */
export function noteEvent(
  tx: Tx,
  loan: Loan,
  note: { action: string; actor?: LoanActor; actorId?: string; data: { [key: string]: Json } },
  besides: readonly Beside[] = [],
): Promise<Loan> {
  const event = {
    version: null,
    action: note.action,
    outcome: null,
    actor: note.actor ?? 'SYSTEM',
    actorId: note.actorId ?? null,
    fromStatus: loan.status,
    fromPhase: loan.phase,
    toStatus: loan.status,
    toPhase: loan.phase,
    data: note.data,
  }
  return appendEvent(tx, loan, event, { besides })
}

async function isRepeated(tx: Tx, { id, version }: Loan, step: TransitionInput): Promise<boolean> {
  if (!step.actorId) return false
  const last = await findTransitionEvent(tx, { escrowId: id, version })
  const isAfterSeen = step.version === undefined || step.version === version - 1
  return (
    isAfterSeen &&
    last?.action === step.action &&
    last.actorId === step.actorId &&
    (last.outcome ?? undefined) === step.outcome
  )
}

const refusalOf = (step: ReturnType<typeof findTransition>): AppError =>
  step.row === null && step.guard
    ? new AppError('escrow_guarded', { message: loanGuards[step.guard].whyNot })
    : new AppError('escrow_wrong_status')

/** Where the row leads, with the dates that follow from it. */
function changeOf(tx: Tx, loan: Loan, { to, effects }: LoanRow, given: LoanChange) {
  if (!to) return given
  const checked = { claimedAt: null, remindedAt: tx.now, clockCheckedAt: tx.now }
  const change: LoanChange = { ...given, ...to, ...checked }
  if (to.phase === 'ENDED') return { ...change, endedAt: tx.now, deadlineAt: null }
  if (effects.includes('startClock')) {
    // What stood still before there was a due date does not move it.
    Object.assign(change, datesOf({ ...loan, ...change }), { clockCheckedAt: tx.now })
  }
  return { ...change, ...clockChange(tx, { ...loan, ...change }, loan) }
}

/** The loan runs from the day the borrower had the money to the end of the last day of its term. */
function datesOf({ valueDate, termDays }: Pick<Loan, 'valueDate' | 'termDays'>) {
  invariant(valueDate, 'a loan that runs has a day it began')
  const dueAt = new Date(Date.parse(`${valueDate}T23:59:59Z`) + termDays * dayMs)
  return { dueAt, graceUntil: graceOf(dueAt, termDays) }
}

export const graceOf = (dueAt: Date, termDays: number): Date =>
  new Date(dueAt.getTime() + graceDaysOf({ termDays }) * dayMs)

/** The clock of the phase a loan has come into. */
function clockChange(tx: Tx, loan: Loan, before: Loan): LoanChange {
  const clock = clockOf(loan.phase, loan)
  const deadlineAt = clock && new Date(tx.now.getTime() + clock.ms)
  switch (loan.phase) {
    case 'AWAITING_PAYMENT':
      return payByOf(tx, before, deadlineAt)
    case 'FUNDING_CLAIMED':
    case 'REPAYMENT_CLAIMED':
      return { deadlineAt, claimedAt: tx.now }
    case 'ACTIVE': {
      invariant(loan.graceUntil && clock, 'a loan that runs has days of grace')
      const dormantAt = new Date(loan.graceUntil.getTime() + clock.ms)
      return { deadlineAt: dormantAt, noticedAt: null, objectionUntil: null }
    }
    case 'DEFAULT_NOTICED':
      return { deadlineAt, noticedAt: tx.now, objectionUntil: deadlineAt }
    default:
      return { deadlineAt }
  }
}

/** The days to pay begin with custody. Time under an open claim does not count. */
function payByOf(tx: Tx, before: Loan, fresh: Date | null): LoanChange {
  const { payBy, claimedAt, isLinked, createdAt } = before
  if (!payBy) {
    // The payoff of the former loan is fixed for `payDays` from the agreement.
    const until = isLinked ? new Date(createdAt.getTime() + limits.payDays * dayMs) : fresh
    return { payBy: until, deadlineAt: until, custodyAt: tx.now }
  }
  const claimedMs = claimedAt ? tx.now.getTime() - claimedAt.getTime() : 0
  const resumed = new Date(payBy.getTime() + claimedMs)
  return { payBy: resumed, deadlineAt: resumed }
}
