/** Announces a confirmed ruling to both parties, with its reasons, and starts the appeal period. */
import { outcomeText } from '@pier/protocol/loans/disputes'
import { limits } from '@pier/protocol/limits'
import { dayMs } from '@pier/protocol/time'
import { sayTime } from '@pier/protocol/say-time'
import { invariant } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { setTimer } from '../../../platform/jobs/timers.ts'
import {
  noteEvent,
  publishChange,
  type LockedLoan,
  type RulingOutcome,
} from '../../loans/loans.service.ts'
import { saveDecision, type Decision } from './decisions.repository.ts'
import { notifyParties } from '../holds/tell-parties.ts'

export const applyJob = 'operator.apply-ruling'
type Confirmed = Decision & { decidedBy: string }

/** The outcome in plain text, for the parties. */
export const rulingText = (outcome: RulingOutcome): string =>
  outcome === 'REFINANCED'
    ? 'the first lender was paid out and the new lender takes over'
    : outcomeText[outcome]

export const outcomeIn = ({ terms }: Pick<Decision, 'terms'>): RulingOutcome => {
  invariant(typeof terms.outcome === 'string', 'a ruling has an outcome')
  return terms.outcome as RulingOutcome
}

export async function announceRuling(
  tx: Tx,
  decision: Confirmed,
  locked: LockedLoan,
): Promise<void> {
  const takesEffectAt = new Date(tx.now.getTime() + limits.appealDays * dayMs)
  await saveDecision(tx, decision.id, { state: 'announced', takesEffectAt })
  await setTimer(tx, { job: applyJob, subjectId: decision.id, fireAt: takesEffectAt })
  const outcome = outcomeIn(decision)
  const { id, proposedBy, decidedBy, reasons, exhibits } = decision
  const data = { decision: id, outcome, operators: [proposedBy, decidedBy], reasons, exhibits }
  const note = { action: 'announceRuling', actor: 'TWO_OPERATORS', data } as const
  await publishChange(tx, await noteEvent(tx, locked.loan, note))
  const until = sayTime(takesEffectAt)
  await notifyParties(tx, locked, {
    headline: 'Ruling on the dispute',
    more: [
      `Two operators have ruled: ${rulingText(outcome)}.`,
      reasons,
      `It takes effect on ${until}, or earlier if the side it is against accepts it. Until then each of you can appeal once. Two other operators then decide.`,
    ],
  })
}
