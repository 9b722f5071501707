/**
 * A case, for its two parties: their statements, which are final, their answers to operators, and
 * the rulings. Late statements and answers still count until operators propose a ruling.
 */
import type { CallOutput } from '@pier/protocol/calls/calls'
import { seniorReviewAt } from '@pier/protocol/lifecycles/dispute-case'
import type { Party } from '@pier/protocol/lifecycles/loan'
import { AppError } from '../../../platform/app-error.ts'
import { readClock, type Db, type Tx } from '../../../platform/db/database.ts'
import {
  requireOwnLoan,
  noteEvent,
  openLoan,
  publishChange,
  type ActionInput,
} from '../../loans/loans.service.ts'
import { canAdd, canReply, readCase, saidAt, stageText, type Case } from './facts.ts'
import {
  findLastDispute,
  insertStatement,
  saveAnswer,
  type Question,
  type Statement,
  type StatementKind,
} from './case.repository.ts'
import {
  outcomeIn,
  rulingText,
  notifyParties,
  type NamedDecision,
} from '../../approvals/approvals.service.ts'
import { losersOfRuling } from '../rulings/rulings.service.ts'
import { notifyAssigned } from './tell-assigned.ts'

type OwnCase = CallOutput<'POST /escrow/:id/case/statements'>
type Own = Omit<ActionInput, 'version'>

export async function readOwnCase(
  db: Db,
  key: { escrowId: string; userId: string },
): Promise<OwnCase | null> {
  const { loan, role } = await requireOwnLoan(db, key)
  const dispute = await findLastDispute(db, loan.id)
  return dispute ? presentOwnCase(await readCase(db, dispute, await readClock(db)), role) : null
}

/** Each party may make each kind of statement once. The other party is notified and can answer. */
export async function stateInCase(
  tx: Tx,
  input: Own & { kind: StatementKind; text: string },
): Promise<void> {
  const { kind, text, userId } = input
  const locked = await openLoan(tx, input)
  const { party } = locked
  const found = await findOpenCase(tx, input.escrowId)
  if (saidAt(found.statements, { party, kind })) throw new AppError('stated_already')
  if (!canAdd(found)) throw new AppError('case_decided')
  if (kind === 'reply' && !canReply(found, party)) throw new AppError('reply_too_early')
  const disputeId = found.dispute.id
  const isNew = await insertStatement(tx, { disputeId, party, kind, body: text })
  if (!isNew) throw new AppError('stated_already')
  const note = { action: kind, actor: party, actorId: userId, data: { text } } as const
  await publishChange(tx, await noteEvent(tx, locked.loan, note))
  const headline =
    kind === 'statement' ? 'The other side made a statement' : 'The other side replied'
  const more = ['Read it on the loan page and add your own statement there.']
  await notifyParties(tx, locked, { headline, more, not: party })
  await notifyAssigned(tx, found.dispute, `${kind} by the ${party.toLowerCase()}`)
}

/** A late answer still counts until a ruling is proposed. */
export async function answerInCase(
  tx: Tx,
  input: Own & { questionId: string; text: string },
): Promise<void> {
  const { questionId: id, text, userId } = input
  const locked = await openLoan(tx, input)
  const { party } = locked
  const found = await findOpenCase(tx, input.escrowId)
  const question = found.questions.find((each) => each.id === id && each.party === party)
  if (!question) throw new AppError('question_not_found')
  if (question.answer !== null) throw new AppError('question_answered')
  if (!canAdd(found)) throw new AppError('case_decided')
  if (!(await saveAnswer(tx, { id, answer: text }))) throw new AppError('question_answered')
  const data = { question: id, text }
  const note = { action: 'answer', actor: party, actorId: userId, data } as const
  await publishChange(tx, await noteEvent(tx, locked.loan, note))
  const headline = 'The other side answered a question from operators'
  await notifyParties(tx, locked, {
    headline,
    more: ['Read the answer on the loan page.'],
    not: party,
  })
  await notifyAssigned(tx, found.dispute, `answer of the ${party.toLowerCase()}`)
}

async function findOpenCase(tx: Tx, escrowId: string): Promise<Case> {
  const dispute = await findLastDispute(tx, escrowId)
  if (!dispute) throw new AppError('case_not_found')
  return readCase(tx, dispute, tx.now)
}

function presentOwnCase(found: Case, role: Party): OwnCase {
  const { dispute, statements, questions, decisions, stage, by } = found
  return {
    number: Number(dispute.number),
    reason: dispute.reason,
    opened_by: dispute.openedBy,
    opened_at: dispute.openedAt.toISOString(),
    closed_at: dispute.closedAt?.toISOString() ?? null,
    stage,
    stage_words: stageText[stage],
    by: by?.toISOString() ?? null,
    senior_review_at: seniorReviewAt(dispute.openedAt).toISOString(),
    statements: statements.map(presentStatement),
    questions: questions.map(presentQuestion),
    can_state: canState(found, role),
    rulings: decisions.flatMap((each) => {
      const ruling = presentRuling(each, role)
      return ruling ? [ruling] : []
    }),
  }
}

function canState(found: Case, party: Party): StatementKind | null {
  if (!canAdd(found)) return null
  if (!saidAt(found.statements, { party, kind: 'statement' })) return 'statement'
  const hasReplied = saidAt(found.statements, { party, kind: 'reply' })
  return !hasReplied && canReply(found, party) ? 'reply' : null
}

export const presentStatement = ({ party, kind, body, at }: Statement) => ({
  party,
  kind,
  body,
  at: at.toISOString(),
})

export const presentQuestion = (question: Question) => ({
  id: question.id,
  party: question.party,
  question: question.question,
  asked_by: question.askedBy,
  asked_at: question.askedAt.toISOString(),
  answer_by: question.answerBy.toISOString(),
  answer: question.answer,
  answered_at: question.answeredAt?.toISOString() ?? null,
})

/** Only rulings with both approvals: the parties never see a proposal. */
function presentRuling(decision: NamedDecision, role: Party): OwnCase['rulings'][number] | null {
  const { kind, state, decidedAt, takesEffectAt, acceptedBy } = decision
  const isProposal = state === 'proposed' || state === 'declined' || state === 'withdrawn'
  if (kind !== 'rule' || isProposal || !decidedAt) return null
  const outcome = outcomeIn(decision)
  const isOpen = state === 'announced' && !acceptedBy.includes(role)
  return {
    id: decision.id,
    outcome,
    words: rulingText(outcome),
    reasons: decision.reasons,
    exhibits: decision.exhibits,
    operators: [decision.proposer, decision.decider ?? ''],
    announced_at: decidedAt.toISOString(),
    takes_effect_at: takesEffectAt?.toISOString() ?? null,
    state,
    accepted_by: acceptedBy,
    appealed_by: decision.appealedBy,
    can_accept: isOpen && losersOfRuling(outcome).includes(role),
    can_appeal: isOpen, // The appeal itself compares the date: clock stops may have moved it.
  }
}
