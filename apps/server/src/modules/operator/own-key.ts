/**
 * Who may turn a key of a decision: asked where it is turned, and told where it is shown. The role
 * has to be right, nobody holds both keys of a case over all tries, nobody decides on an appeal
 * against their own ruling, and nobody about people they are or have helped.
 */
import { decisionKinds, type DecisionKind } from '@pier/protocol/operators'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Case } from './case-facts.ts'
import {
  findAppealed,
  findDecision,
  isPartial,
  listKeys,
  type Decision,
} from './decisions.repository.ts'
import { helping } from './impartial.ts'
import type { Operator } from './operators.repository.ts'

type Key = 'first' | 'second'
type Refusal = 'operator_role' | 'both_keys' | 'operator_partial'
type About = Pick<Decision, 'subjectId' | 'disputeId'> & {
  kind: DecisionKind
  /** The ruling that it is to review. */
  appealed?: Pick<Decision, 'proposedBy' | 'decidedBy'> | undefined
  userIds: string[]
}

async function refusalOf(
  db: Db | Tx,
  operator: Operator,
  key: Key,
  about: About,
): Promise<Refusal | null> {
  const { kind, appealed, userIds } = about
  if (!decisionKinds[kind][key].some((role) => operator.roles.includes(role))) {
    return 'operator_role'
  }
  const { proposers, deciders } = await listKeys(db, about)
  const others = key === 'first' ? deciders : proposers
  const held = [...others, appealed?.proposedBy, appealed?.decidedBy]
  if (held.includes(operator.id)) return 'both_keys'
  return (await isPartial(db, operator, { userIds, helping })) ? 'operator_partial' : null
}

export async function requireKey(
  tx: Tx,
  operator: Operator,
  key: Key,
  about: About,
): Promise<void> {
  const refusal = await refusalOf(tx, operator, key, about)
  if (refusal) throw new AppError(refusal)
}

const words: Record<Key, Record<Refusal, string>> = {
  first: {
    operator_role: 'A case officer proposes it.',
    both_keys: 'You held the other key of this case.',
    operator_partial: 'You have to do with one of the parties.',
  },
  second: {
    operator_role: 'An approver confirms it.',
    both_keys: 'You hold the other key of this case.',
    operator_partial: 'You have to do with one of the parties.',
  },
}

async function whyNot(db: Db | Tx, operator: Operator, key: Key, about: About) {
  const refusal = await refusalOf(db, operator, key, about)
  return refusal && words[key][refusal]
}

/** Why this operator may not propose a ruling, in words; nothing where they may. */
export async function whyNotPropose(
  db: Db,
  operator: Operator,
  { found: { dispute, stage }, userIds }: { found: Case; userIds: string[] },
): Promise<string | null> {
  if (stage === 'closed') return 'The case is closed.'
  if (stage === 'proposed') return 'A ruling waits for the second key.'
  if (stage === 'announced') return 'A ruling is announced.'
  const appealed = await findAppealed(db, dispute.id)
  const about = { kind: 'rule', subjectId: dispute.escrowId, disputeId: dispute.id } as const
  return whyNot(db, operator, 'first', { ...about, appealed, userIds })
}

/** Why this operator may not turn the second key, in words; nothing where they may. */
export async function whyNotConfirm(
  db: Db,
  operator: Operator,
  { decision, userIds }: { decision: Decision; userIds: string[] },
): Promise<string | null> {
  if (decision.state !== 'proposed') return 'Nothing waits for a second key.'
  return whyNot(db, operator, 'second', { ...decision, ...(await appealIn(db, decision)), userIds })
}

/** With the ruling that a decision reviews, where it does. */
export async function appealIn(db: Db | Tx, { appealOf }: Decision) {
  return { appealed: appealOf ? await findDecision(db, appealOf) : undefined }
}
