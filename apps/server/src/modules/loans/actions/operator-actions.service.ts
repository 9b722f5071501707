/**
 * What operators do to a loan: rulings and seizures, each approved by two of them, and what one may
 * do alone. The modules above decide who may; the lifecycle table decides whether it is possible
 * now.
 */
import {
  loanGuards,
  findTransition,
  type LoanActor,
  type GuardFacts,
  type Outcome,
} from '@pier/protocol/lifecycles/loan'
import { limits } from '@pier/protocol/limits'
import type { PauseReason } from '@pier/protocol/moves/pauses'
import { dayMs } from '@pier/protocol/time'
import { AppError } from '../../../platform/app-error.ts'
import type { Json } from '../../../platform/crypto/canonical.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { closeDispute } from '../facts/disputes.repository.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { endStop, findStop, insertStop, type ClockStop } from '../clocks/clock-stops.repository.ts'
import type { Loan, LoanChange } from '../facts/loans.repository.ts'
import { notifyOfPause, notifyOfResume } from '../notices/loan-notices.ts'
import { carryOutRefinance } from '../refinance/refinance.service.ts'
import { changeOfOutcome } from '../amendments/settlement.service.ts'
import { lockLoan, noteEvent, applyTransition } from '../machine/transitions.service.ts'
import { publishChange } from '../notices/publish.ts'
import { type LockedLoan } from '../facts/loan.ts'

/** REFINANCED means that the first lender was paid out by another. */
export type RulingOutcome = Outcome | 'REFINANCED'
export type OperatorAct = 'rule' | 'seize' | 'seizeForPlatform'
export type RulingTerms = { outcome?: RulingOutcome; valueDate?: string; dueOn?: string }
type Behind = { decisionId: string; operators: readonly [string, string] }

const actor: LoanActor = 'TWO_OPERATORS'
const wantedOf = (act: OperatorAct, { outcome }: RulingTerms) =>
  outcome === 'REFINANCED' || act !== 'rule'
    ? { action: outcome === 'REFINANCED' ? ('refinance' as const) : act, actor }
    : { action: act, actor, outcome }

/** Null if it is possible now; otherwise the reason, as text. */
export function whyNotNow(
  guardFacts: GuardFacts,
  act: OperatorAct,
  terms: RulingTerms,
): string | null {
  const step = findTransition(guardFacts, wantedOf(act, terms))
  if (step.row) return null
  return step.guard
    ? loanGuards[step.guard].whyNot
    : 'Not possible in the current status of the loan.'
}

export async function carryOut(
  tx: Tx,
  locked: LockedLoan,
  { act, terms, behind }: { act: OperatorAct; terms: RulingTerms; behind: Behind },
): Promise<Loan> {
  const { outcome } = terms
  const data: { [key: string]: Json } = {
    decision: behind.decisionId,
    operators: [...behind.operators],
    ...(terms.valueDate && { valueDate: terms.valueDate }),
    ...(terms.dueOn && { dueOn: terms.dueOn }),
  }
  const wanted = wantedOf(act, terms)
  if (wanted.action === 'refinance') return carryOutRefinance(tx, locked, { actor, data })
  const change = changeOf(tx, locked.loan, { act, terms })
  const { loan } = await applyTransition(tx, locked, { ...wanted, change, data })
  if (locked.loan.status === 'ESCALATED') await closeDispute(tx, loan.id, outcome ?? act)
  return loan
}

const endReasons = { seize: 'defaulted', seizeForPlatform: 'ordered' } as const

function changeOf(
  tx: Tx,
  loan: Loan,
  { act, terms }: { act: OperatorAct; terms: RulingTerms },
): LoanChange {
  if (act === 'seize' || act === 'seizeForPlatform') return { endReason: endReasons[act] }
  const { outcome, dueOn, ...rest } = terms
  if (!outcome || outcome === 'REFINANCED') return {}
  // An appeal may delay a ruling, so the time it grants is at least `curedDaysMin` from now.
  const least = new Date(tx.now.getTime() + limits.curedDaysMin * dayMs).toISOString().slice(0, 10)
  const until = dueOn && dueOn > least ? dueOn : least
  return changeOfOutcome(tx, loan, { outcome, dueOn: until, ...rest })
}

/** One operator is enough while nothing has been paid. */
export async function cancelByOperator(
  tx: Tx,
  input: { escrowId: string; version: number; operatorId: string; reason: string },
): Promise<LockedLoan> {
  const { escrowId, version, operatorId, reason } = input
  const locked = await lockLoan(tx, escrowId)
  const change = { endReason: 'cancelled', lapsedBy: null }
  const data = { operators: [operatorId], reason }
  const step = { action: 'cancel', actor: 'OPERATOR', version, change, data } as const
  return { ...locked, loan: (await applyTransition(tx, locked, step)).loan }
}

/** This stops seizures too: nobody loses a domain while nobody can repay. */
export async function stopClocks(tx: Tx, stop: ClockStop): Promise<string> {
  const id = await insertStop(tx, stop)
  await follow(tx, { stopId: id, escrowId: stop.escrowId })
  return id
}

/** Each loan adds the stopped time itself. */
export async function startClocks(
  tx: Tx,
  stop: { id: string; operatorId: string; counts: boolean },
): Promise<string | null> {
  const { id } = stop
  const ended = await endStop(tx, stop)
  if (!ended) throw new AppError('not_found')
  await follow(tx, { stopId: id, escrowId: ended.escrowId })
  return ended.escrowId
}

async function follow(tx: Tx, { stopId, escrowId }: { stopId: string; escrowId: string | null }) {
  if (escrowId) await followStop(tx, { stopId, escrowId })
  else await enqueue(tx, 'escrow.follow-stops', { stopId })
}

/** Records that a loan's clock was stopped or restarted, and notifies both parties. */
export async function followStop(
  tx: Tx,
  { stopId, escrowId }: { stopId: string; escrowId: string },
): Promise<void> {
  const stop = await findStop(tx, stopId)
  const { loan, domain, facts, addedDays } = await lockLoan(tx, escrowId)
  if (!stop || loan.endedAt) return
  const { reason, stoppedBy, startedBy, beganAt, endedAt } = stop
  const behind = endedAt ? startedBy : stoppedBy
  const noted = await noteEvent(tx, loan, {
    action: endedAt ? 'startClocks' : behind ? 'stopClocks' : 'noticeOutage',
    actor: behind ? 'OPERATOR' : 'SYSTEM',
    data: { reason, operators: behind ? [behind] : [] },
  })
  const stopsNow = facts.pauses.filter(({ reason: why }) => isOfAll(why)).length
  // If another stop or outage is active already, this one is no news.
  if (!endedAt && stopsNow === 1) await notifyOfPause(tx, { loan: noted, domain })
  // Moved dates were notified already.
  if (endedAt && addedDays === 0 && facts.pauses.length === 0) {
    const minutes = Math.ceil((endedAt.getTime() - beganAt.getTime()) / 60_000)
    await notifyOfResume(tx, { loan: noted, domain, minutes, reason })
  }
  await publishChange(tx, noted)
}

const isOfAll = (reason: PauseReason) => reason === 'OPERATOR' || reason === 'OUTAGE'
