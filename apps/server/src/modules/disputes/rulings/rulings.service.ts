/**
 * A ruling from its announcement to its end: both parties read it with its reasons, the party it
 * goes against may accept it, and either may appeal it once. Otherwise it takes effect when the
 * appeal period is over.
 */
import { losersOf } from '@pier/protocol/lifecycles/dispute-case'
import type { Party } from '@pier/protocol/lifecycles/loan'
import { limits } from '@pier/protocol/limits'
import { dayMs, hourMs } from '@pier/protocol/time'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { clearTimer, setTimer } from '../../../platform/jobs/timers.ts'
import {
  lockLoan,
  noteEvent,
  openLoan,
  sumStops,
  publishChange,
  whyNotNow,
  type LockedLoan,
  type ActionInput,
  type RulingOutcome,
} from '../../loans/loans.service.ts'
import type { StepUpAction } from '../../users/users.service.ts'
import {
  applyJob,
  carryOutDecision,
  findDecision,
  lockDecisionRow,
  outcomeIn,
  overtakeStale,
  saveDecision,
  notifyParties,
} from '../../approvals/approvals.service.ts'

export const losersOfRuling = (outcome: RulingOutcome): readonly Party[] =>
  outcome === 'REFINANCED' ? ['LENDER'] : losersOf[outcome]

type OnRuling = Omit<ActionInput, 'version'> & { decisionId: string }

async function lockRuling(tx: Tx, input: OnRuling, stepUpFor: (party: Party) => StepUpAction) {
  const locked = await openLoan(tx, input, stepUpFor)
  await overtakeStale(tx, input.escrowId)
  const decision = await lockDecisionRow(tx, input.decisionId)
  if (decision?.escrowId !== input.escrowId || decision.kind !== 'rule' || !decision.decidedBy) {
    throw new AppError('decision_not_found')
  }
  return { locked, decision: { ...decision, decidedBy: decision.decidedBy } }
}

/** Takes effect at once when everybody it goes against has accepted it. */
export async function acceptRuling(tx: Tx, input: OnRuling): Promise<void> {
  const asked = await findDecision(tx, input.decisionId)
  const { locked, decision } = await lockRuling(tx, input, (party) =>
    // Accepting the loss of the domain needs the same step-up as a surrender.
    party === 'BORROWER' && asked?.terms.outcome === 'DEFAULT' ? 'surrender_domain' : 'amend_loan',
  )
  if (decision.acceptedBy.includes(locked.party)) return
  if (decision.state !== 'announced') throw new AppError('decision_decided')
  const losers = losersOfRuling(outcomeIn(decision))
  if (!losers.includes(locked.party)) throw new AppError('ruling_not_against')
  const acceptedBy = [...decision.acceptedBy, locked.party]
  await saveDecision(tx, decision.id, { acceptedBy })
  const note = { action: 'acceptRuling', actor: locked.party, actorId: input.userId } as const
  const noted = await noteEvent(tx, locked.loan, { ...note, data: { decision: decision.id } })
  await publishChange(tx, noted)
  if (losers.some((party) => !acceptedBy.includes(party))) return
  await clearTimer(tx, { job: applyJob, subjectId: decision.id })
  await carryOutDecision(tx, decision, { locked: await lockLoan(tx, input.escrowId) })
}

export async function appealRuling(tx: Tx, input: OnRuling & { text: string }): Promise<void> {
  const { locked, decision } = await lockRuling(tx, input, () => 'amend_loan')
  const { party } = locked
  if (decision.state === 'appealed' && decision.appealedBy === party) return
  const isOpen = decision.state === 'announced' && !decision.acceptedBy.includes(party)
  if (!isOpen || !decision.decidedAt) throw new AppError('decision_decided')
  const endsAt = await endOfAppeal(tx, locked, decision.decidedAt)
  if (endsAt <= tx.now) throw new AppError('decision_decided')
  const change = { appealedBy: party, appealedAt: tx.now, appeal: input.text }
  await saveDecision(tx, decision.id, { state: 'appealed', takesEffectAt: null, ...change })
  await clearTimer(tx, { job: applyJob, subjectId: decision.id })
  const data = { decision: decision.id, text: input.text }
  const note = { action: 'appeal', actor: party, actorId: input.userId, data } as const
  await publishChange(tx, await noteEvent(tx, locked.loan, note))
  await notifyParties(tx, locked, {
    headline: 'The ruling was appealed',
    more: ['The other side has appealed the ruling. Two other operators now review the case.'],
    not: party,
  })
}

/** Applies a ruling after the appeal period. Retries hourly while a guard (a hold) prevents it. */
export async function applyRuling(tx: Tx, decisionId: string): Promise<void> {
  const found = await findDecision(tx, decisionId)
  if (!found?.escrowId) return
  const locked = await lockLoan(tx, found.escrowId)
  await overtakeStale(tx, found.escrowId)
  const decision = await lockDecisionRow(tx, decisionId)
  if (decision?.state !== 'announced' || !decision.decidedBy || !decision.decidedAt) return
  const takesEffectAt = await endOfAppeal(tx, locked, decision.decidedAt)
  const isEarly = takesEffectAt > tx.now
  if (isEarly || whyNotNow(locked.guardFacts, 'rule', decision.terms)) {
    if (isEarly) await saveDecision(tx, decisionId, { takesEffectAt })
    const fireAt = isEarly ? takesEffectAt : new Date(tx.now.getTime() + hourMs)
    return setTimer(tx, { job: applyJob, subjectId: decisionId, fireAt })
  }
  await carryOutDecision(tx, { ...decision, decidedBy: decision.decidedBy }, { locked })
}

/** Clock stops by operators and our own outages extend the appeal period too. */
async function endOfAppeal(tx: Tx, { loan, domain }: LockedLoan, since: Date): Promise<Date> {
  const stoppedMs = await sumStops(tx, { escrowId: loan.id, suffix: domain.suffix, since })
  return new Date(since.getTime() + limits.appealDays * dayMs + stoppedMs)
}
