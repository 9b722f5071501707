import type { CallOutput } from '@pier/protocol/calls/calls'
import { decisionKinds } from '@pier/protocol/operators'
import type { Db } from '../../../platform/db/database.ts'
import { findLoanNamed, lapsesAt, type NamedDecision } from './decisions.repository.ts'
import type { Operator } from '../../operators/operators.service.ts'
import { whyNotConfirm } from './may-decide.ts'

export type DecisionWire = CallOutput<'POST /operator/decisions/:id/confirm'>

/** As this operator sees it, including whether they may confirm it. */
export async function presentDecision(
  db: Db,
  operator: Operator,
  decision: NamedDecision,
): Promise<DecisionWire> {
  const whyNot = await whyNotConfirm(db, operator, decision)
  const about = await aboutOf(db, decision)
  const { proposedBy, proposer, decidedBy, decider } = decision
  return {
    id: decision.id,
    number: Number(decision.number),
    kind: decision.kind,
    words: decisionKinds[decision.kind].words,
    ...about,
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
    lapses_at: lapsesAt(decision).toISOString(),
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

/** A short label of the subject, and the amount at stake. */
async function aboutOf(db: Db, { escrowId, terms }: NamedDecision) {
  const { domain, name, words, about, amountCents, cents } = terms
  const loan = escrowId ? await findLoanNamed(db, escrowId) : undefined
  const subject = [loan?.unicodeName, domain, name, words, about].find(
    (each) => typeof each === 'string',
  )
  const sumCents = [amountCents, cents, loan?.amountCents].find((each) => typeof each === 'number')
  return { subject: subject ?? '', sum: sumCents === undefined ? null : sumCents / 100 }
}
