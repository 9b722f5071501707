/**
 * Every step of a loan is taken here: under the lock of its domain, by a row of the lifecycle, with
 * its effects, its line in the chain, its clock and its notices in the same transaction.
 */
import {
  escrowGuards,
  findTransition,
  graceDaysOf,
  type EscrowActor,
  type EscrowRow,
  type Party,
} from '@pier/protocol/lifecycles/escrow'
import { clockOf } from '@pier/protocol/lifecycles/phases'
import { limits } from '@pier/protocol/limits'
import type { FreeDays } from '@pier/protocol/loans/repayment'
import { dayMs } from '@pier/protocol/time'
import { AppError, invariant } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { lockDomainRow } from '../../domains/domains.service.ts'
import type { Json } from '../../../platform/crypto/canonical.ts'
import { findEscrow, saveEscrow, type Escrow } from '../facts/loans.repository.ts'
import type { EscrowChange } from '../facts/loans.repository.ts'
import { findSuccessor } from '../facts/loans.repository.ts'
import { appendEvent, findTransitionEvent } from '../facts/events.repository.ts'
import { domainIdOf, lockLoanRow, partyOf } from '../facts/loan-rows.repository.ts'
import { dateOf, dayBefore, viewOf } from '../facts/loan-view.ts'
import { decidePayments } from '../facts/payments.repository.ts'
import { decideProposals } from '../facts/proposals.repository.ts'
import { runEffects } from './effects.ts'
import { addStops } from '../facts/tolling.ts'
import { notifyOfAddedTime, notifyOfTransition } from '../notices/loan-notices.ts'
import { publishChange } from '../notices/publish.ts'
import { scheduleDeadline } from '../clocks/deadlines.ts'
import type { Loan, TransitionInput } from '../facts/loan.ts'

/** For whoever is one of its sides: for anybody else it is not there, and nothing is locked. */
export async function lockLoanOf(
  tx: Tx,
  { escrowId, userId }: { escrowId: string; userId: string },
): Promise<Loan & { party: Party }> {
  const loan = await lockWith(tx, { escrowId, userId })
  const party = loan && partyOf(loan.escrow, userId)
  if (!party) throw new AppError('escrow_not_found')
  return { ...loan, party }
}

/** For what happens by itself. */
export async function lockLoan(tx: Tx, escrowId: string): Promise<Loan> {
  const loan = await lockWith(tx, { escrowId })
  invariant(loan, `there is an escrow ${escrowId}`)
  return loan
}

/** The domain first. Dates are brought up to the time that clocks have stood still. */
async function lockWith(
  tx: Tx,
  wanted: { escrowId: string; userId?: string },
): Promise<Loan | undefined> {
  const domain = await lockDomainRow(tx, domainIdOf(wanted))
  const row = domain && (await lockLoanRow(tx, wanted.escrowId))
  if (!row) return undefined
  const { escrow: locked, facts } = row
  if (facts.pauses.length > 0) {
    const { guardFacts } = viewOf({ escrow: locked, facts, domain, now: tx.now })
    return { escrow: locked, domain, facts, guardFacts, addedDays: 0 }
  }
  const { escrow, addedDays } = await addStoppedTime(tx, { escrow: locked, domain, facts })
  const settled = { ...facts, stops: [] }
  const { guardFacts } = viewOf({ escrow, facts: settled, domain, now: tx.now })
  return { escrow, domain, facts: settled, guardFacts, addedDays }
}

/** Once a clock runs again, or its phase ends meanwhile, the time it stood still moves later dates. */
async function addStoppedTime(
  tx: Tx,
  loan: Stopped,
): Promise<{ escrow: Escrow; addedDays: number }> {
  const { escrow, facts } = loan
  const { days, change } = addStops(escrow, facts.stops)
  const ended = { ...change, ...endTender({ ...loan, escrow: { ...escrow, ...change } }) }
  if (Object.keys(ended).length === 0) return { escrow, addedDays: 0 }
  const moved = { ...escrow, ...ended, clockCheckedAt: tx.now }
  await saveEscrow(tx, escrow.id, { ...ended, clockCheckedAt: tx.now })
  if (days === 0) return { escrow: moved, addedDays: 0 }
  const data = { days, reasons: facts.stoppedFor.map(({ reason }) => reason) }
  const noted = await noteEvent(tx, moved, { action: 'addStoppedTime', data })
  await scheduleDeadline(tx, noted)
  await notifyOfAddedTime(tx, { ...loan, escrow: noted, days })
  await publishChange(tx, noted)
  return { escrow: noted, addedDays: days }
}
type Stopped = Pick<Loan, 'escrow' | 'domain' | 'facts'>

/** From the day there is somewhere to pay to, interest runs again. */
function endTender({ escrow, facts }: Stopped): EscrowChange {
  if (!escrow.tenderedOn || facts.lenderPayee !== 'ready') return {}
  const [ended] = facts.stops.slice(-1)
  const until = ended ? dateOf(ended.ended) : escrow.tenderedOn
  const free: FreeDays = [dayBefore(escrow.tenderedOn), until]
  return { tenderedOn: null, interestFree: [...escrow.interestFree, free] }
}

/** Gives the loan after the step. A press that has taken effect already, by the same person, is no error. */
export async function applyTransition(
  tx: Tx,
  { escrow: locked, domain, guardFacts, facts }: Loan,
  step: TransitionInput,
): Promise<{ escrow: Escrow; isRepeated: boolean }> {
  const found = findTransition(guardFacts, step)
  const isStale = step.version !== undefined && step.version !== locked.version
  if (!found.row || isStale) {
    if (await isRepeated(tx, locked, step)) return { escrow: locked, isRepeated: true }
    throw isStale ? new AppError('escrow_changed') : refusalOf(found)
  }
  const endsPhase = guardFacts.isClockStopped && found.row.to !== undefined
  const { escrow } = endsPhase
    ? await addStoppedTime(tx, { escrow: locked, domain, facts })
    : { escrow: locked }
  const version = escrow.version + 1
  const change = { ...changeOf(tx, escrow, found.row, step.change ?? {}), version }
  const after = { ...escrow, ...change }
  await closeWaiting(tx, escrow, after)
  await step.record?.(after)
  const effected = await runEffects(tx, { escrow: after, domain, effects: found.row.effects })
  const chained = await appendEvent(
    tx,
    escrow,
    {
      version,
      action: step.action,
      outcome: step.outcome ?? null,
      actor: step.actor,
      actorId: step.actorId ?? null,
      fromStatus: escrow.status,
      fromPhase: escrow.phase,
      toStatus: after.status,
      toPhase: after.phase,
      data: { row: found.row.row, ...step.data },
    },
    { ...change, ...effected },
  )
  await scheduleDeadline(tx, chained)
  await notifyOfTransition(tx, { before: escrow, escrow: chained, domain, step })
  await publishChange(tx, chained)
  await publishFormerChange(tx, chained)
  // A refinance ends this one for the sake of the other; any other end leaves it nothing to replace.
  if (chained.endedAt && step.action !== 'refinance') await cancelSuccessor(tx, chained.id)
  return { escrow: chained, isRepeated: false }
}

/** Each step of a loan that is to take the place of another changes what that one shows. */
async function publishFormerChange(tx: Tx, { refinancesId }: Escrow): Promise<void> {
  const former = refinancesId ? await findEscrow(tx, refinancesId) : undefined
  if (former) await publishChange(tx, former)
}

/** What waited for an answer in another status, or in a loan that is over, waits no longer. */
async function closeWaiting(tx: Tx, before: Escrow, after: Escrow): Promise<void> {
  const { id } = after
  if (before.status !== after.status) await decideProposals(tx, { escrowId: id }, 'WITHDRAWN')
  if (after.endedAt) await decidePayments(tx, id, 'WITHDRAWN')
}

async function cancelSuccessor(tx: Tx, escrowId: string): Promise<void> {
  const successor = await findSuccessor(tx, escrowId)
  if (!successor) return
  const change = { endReason: 'overtaken', lapsedBy: null }
  const loan = await lockLoan(tx, successor.id)
  await applyTransition(tx, loan, { action: 'cancel', actor: 'SYSTEM', change })
}

/** A line of the chain that is no step: something was seen, sent or added. */
export function noteEvent(
  tx: Tx,
  escrow: Escrow,
  note: { action: string; actor?: EscrowActor; actorId?: string; data: { [key: string]: Json } },
): Promise<Escrow> {
  return appendEvent(tx, escrow, {
    version: null,
    action: note.action,
    outcome: null,
    actor: note.actor ?? 'SYSTEM',
    actorId: note.actorId ?? null,
    fromStatus: escrow.status,
    fromPhase: escrow.phase,
    toStatus: escrow.status,
    toPhase: escrow.phase,
    data: note.data,
  })
}

async function isRepeated(
  tx: Tx,
  { id, version }: Escrow,
  step: TransitionInput,
): Promise<boolean> {
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
    ? new AppError('escrow_guarded', { message: escrowGuards[step.guard].whyNot })
    : new AppError('escrow_wrong_status')

/** Where the row leads, with the dates that follow from it. */
function changeOf(tx: Tx, escrow: Escrow, { to, effects }: EscrowRow, given: EscrowChange) {
  if (!to) return given
  const checked = { claimedAt: null, remindedAt: tx.now, clockCheckedAt: tx.now }
  const change: EscrowChange = { ...given, ...to, ...checked }
  if (to.phase === 'ENDED') return { ...change, endedAt: tx.now, deadlineAt: null }
  if (effects.includes('startClock')) {
    // What stood still before there was a due date does not move it.
    Object.assign(change, datesOf({ ...escrow, ...change }), { clockCheckedAt: tx.now })
  }
  return { ...change, ...clockChange(tx, { ...escrow, ...change }, escrow) }
}

/** The loan runs from the day the borrower had the money to the end of the last day of its term. */
function datesOf({ valueDate, termDays }: Pick<Escrow, 'valueDate' | 'termDays'>) {
  invariant(valueDate, 'a loan that runs has a day it began')
  const dueAt = new Date(Date.parse(`${valueDate}T23:59:59Z`) + termDays * dayMs)
  return { dueAt, graceUntil: graceOf(dueAt, termDays) }
}

export const graceOf = (dueAt: Date, termDays: number): Date =>
  new Date(dueAt.getTime() + graceDaysOf({ termDays }) * dayMs)

/** The clock of the phase a loan has come into. */
function clockChange(tx: Tx, escrow: Escrow, before: Escrow): EscrowChange {
  const clock = clockOf(escrow.phase, escrow)
  const deadlineAt = clock && new Date(tx.now.getTime() + clock.ms)
  switch (escrow.phase) {
    case 'AWAITING_PAYMENT':
      return payByOf(tx, before, deadlineAt)
    case 'FUNDING_CLAIMED':
    case 'REPAYMENT_CLAIMED':
      return { deadlineAt, claimedAt: tx.now }
    case 'ACTIVE': {
      invariant(escrow.graceUntil && clock, 'a loan that runs has days of grace')
      const dormantAt = new Date(escrow.graceUntil.getTime() + clock.ms)
      return { deadlineAt: dormantAt, noticedAt: null, objectionUntil: null }
    }
    case 'DEFAULT_NOTICED':
      return { deadlineAt, noticedAt: tx.now, objectionUntil: deadlineAt }
    default:
      return { deadlineAt }
  }
}

/** The days to pay begin with custody. Time under an open claim does not count. */
function payByOf(tx: Tx, before: Escrow, fresh: Date | null): EscrowChange {
  const { payBy, claimedAt, isLinked, createdAt } = before
  if (!payBy) {
    // What pays out the loan before it is fixed for as long, from the day it was agreed.
    const until = isLinked ? new Date(createdAt.getTime() + limits.payDays * dayMs) : fresh
    return { payBy: until, deadlineAt: until, custodyAt: tx.now }
  }
  const claimedMs = claimedAt ? tx.now.getTime() - claimedAt.getTime() : 0
  const resumed = new Date(payBy.getTime() + claimedMs)
  return { payBy: resumed, deadlineAt: resumed }
}
