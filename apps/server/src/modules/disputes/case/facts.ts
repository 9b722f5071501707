/** Derives the stage of a case from stored facts. */
import { caseStageOf, type CaseFacts, type CaseStage } from '@pier/protocol/lifecycles/dispute-case'
import type { Party } from '@pier/protocol/lifecycles/loan'
import { invariant } from '../../../platform/app-error.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import {
  listQuestions,
  listStatements,
  type Dispute,
  type Question,
  type Statement,
  type StatementKind,
} from './case.repository.ts'
import { listDecisionsOf, type NamedDecision } from '../../approvals/approvals.service.ts'

export type Case = {
  dispute: Dispute
  statements: Statement[]
  questions: Question[]
  /** All that operators proposed or decided about this dispute. */
  decisions: NamedDecision[]
  now: Date
  stage: CaseStage
  by: Date | null
}

export async function readCase(db: Db | Tx, dispute: Dispute, now: Date): Promise<Case> {
  const statements = await listStatements(db, dispute)
  const questions = await listQuestions(db, dispute.id)
  const all = await listDecisionsOf(db, dispute.escrowId)
  const decisions = all
    .filter(({ disputeId }) => disputeId === dispute.id)
    .map((each) => (dispute.closedAt ? overtaken(each) : each))
  const kept = { dispute, statements, questions, decisions, now }
  return { ...kept, ...caseStageOf(factsOf(kept)) }
}

/** The parties may settle at any time. Decisions that are open then count as overtaken. */
const overtaken = (decision: NamedDecision): NamedDecision =>
  isOver(decision.state) ? decision : { ...decision, state: 'overtaken' }
const isOver = (state: NamedDecision['state']) =>
  state !== 'proposed' && state !== 'announced' && state !== 'appealed'

type Kept = Omit<Case, 'stage' | 'by'>

function factsOf({ dispute, statements, questions, decisions, now }: Kept): CaseFacts {
  const said = (kind: StatementKind) => ({
    BORROWER: saidAt(statements, { party: 'BORROWER', kind }),
    LENDER: saidAt(statements, { party: 'LENDER', kind }),
  })
  return {
    now,
    openedAt: dispute.openedAt,
    closedAt: dispute.closedAt,
    statedAt: said('statement'),
    repliedAt: said('reply'),
    answersBy: questions.flatMap(({ answerBy, answer }) => (answer === null ? [answerBy] : [])),
    ruling: rulingOf(decisions),
  }
}

export const saidAt = (
  statements: Statement[],
  wanted: { party: Party; kind: StatementKind },
): Date | null =>
  statements.find(({ party, kind }) => party === wanted.party && kind === wanted.kind)?.at ?? null

/** A ruling that is proposed or announced takes precedence over the appealed one it reviews. */
function rulingOf(decisions: NamedDecision[]): CaseFacts['ruling'] {
  const states = ['proposed', 'announced', 'appealed'] as const
  for (const state of states) {
    const found = decisions.find((each) => each.kind === 'rule' && each.state === state)
    if (found) return { state, at: atOf(found), effectAt: found.takesEffectAt }
  }
  return null
}

function atOf({ state, proposedAt, decidedAt, appealedAt }: NamedDecision): Date {
  const at = { proposed: proposedAt, announced: decidedAt, appealed: appealedAt }[
    state as 'proposed'
  ]
  invariant(at, 'each state of a ruling has its time')
  return at
}

/** Nothing can be added to a case once a ruling is proposed. */
export const canAdd = ({ stage }: Pick<Case, 'stage'>): boolean =>
  stage !== 'proposed' && stage !== 'announced' && stage !== 'closed'

/** A party may reply once the other has made a statement, or once statements are over. */
export const canReply = ({ statements, stage }: Case, party: Party): boolean =>
  stage !== 'statements' ||
  statements.some((each) => each.kind === 'statement' && each.party !== party)

export const stageText: Record<CaseStage, string> = {
  statements: 'Waiting for statements',
  replies: 'Waiting for replies',
  question: 'Waiting for an answer',
  ready: 'Ready to rule',
  proposed: 'Ruling waiting for second approval',
  announced: 'Ruling announced',
  appeal: 'Appealed: two other operators decide',
  closed: 'Closed',
}
