import type { CallOutput } from '@pier/protocol/calls/calls'
import { decisionKinds } from '@pier/protocol/operators'
import type { Db } from '../../platform/db/database.ts'
import { findEscrow } from '../escrow/escrow.service.ts'
import { peopleIn, type NamedDecision } from './decisions.service.ts'
import type { Operator } from './operators.service.ts'
import { whyNotConfirm } from './own-key.ts'

export type DecisionWire = CallOutput<'POST /operator/decisions/:id/confirm'>

/** As this operator sees it: also whether the second key is theirs to turn. */
export async function presentDecision(
  db: Db,
  operator: Operator,
  decision: NamedDecision,
): Promise<DecisionWire> {
  const escrow = decision.escrowId ? await findEscrow(db, decision.escrowId) : undefined
  const userIds = escrow ? [escrow.borrowerId, escrow.lenderId] : peopleIn(decision)
  const whyNot = await whyNotConfirm(db, operator, { decision, userIds })
  const { proposedBy, proposer, decidedBy, decider } = decision
  return {
    id: decision.id,
    number: Number(decision.number),
    kind: decision.kind,
    words: decisionKinds[decision.kind].words,
    state: decision.state,
    escrow_id: decision.escrowId,
    subject_id: decision.subjectId,
    terms: decision.terms,
    reasons: decision.reasons,
    exhibits: decision.exhibits,
    document_id: decision.documentId,
    appeal_of: decision.appealOf,
    proposed_by: { id: proposedBy, name: proposer },
    proposed_at: decision.proposedAt.toISOString(),
    decided_by: decidedBy && decider ? { id: decidedBy, name: decider } : null,
    decided_at: decision.decidedAt?.toISOString() ?? null,
    decided_note: decision.decidedNote,
    takes_effect_at: decision.takesEffectAt?.toISOString() ?? null,
    accepted_by: decision.acceptedBy,
    appealed_by: decision.appealedBy,
    appeal: decision.appeal,
    can_confirm: whyNot === null,
    why_not: whyNot,
  }
}
