/**
 * Who may propose or confirm a decision: enforced when they do, and explained where it is shown.
 * The role has to be right, nobody approves in their first week, nobody is both maker and checker
 * of a case over all attempts, nobody decides on an appeal against their own ruling, and nobody
 * decides about themselves or about people they have a conflict of interest with.
 */
import { limits } from '@pier/protocol/limits'
import { decisionKinds } from '@pier/protocol/operators'
import type { CaseStage } from '@pier/protocol/lifecycles/dispute-case'
import { AppError } from '../../../platform/app-error.ts'
import { readClock, type Db, type Tx } from '../../../platform/db/database.ts'
import { normalEmail } from '../../users/users.service.ts'
import { listConcerned } from './concerned.ts'
import { findAppealed, findDecision, listKeys, type Decision } from './decisions.repository.ts'
import {
  findOperator,
  helping,
  isPartial,
  type Operator,
} from '../../operators/operators.service.ts'

type Key = 'first' | 'second'
type Refusal =
  | 'operator_role'
  | 'operator_new'
  | 'both_keys'
  | 'about_nobody'
  | 'operator_own'
  | 'operator_partial'
type About = Pick<Decision, 'kind' | 'subjectId' | 'disputeId' | 'escrowId' | 'terms'> & {
  /** The appealed ruling that this decision reviews. */
  appealed?: Pick<Decision, 'proposedBy' | 'decidedBy'> | undefined
}

async function refusalOf(
  db: Db | Tx,
  operator: Operator,
  key: Key,
  about: About,
): Promise<Refusal | null> {
  const { kind, appealed } = about
  if (!decisionKinds[kind][key].some((role) => operator.roles.includes(role))) {
    return 'operator_role'
  }
  if (!operator.keysFrom || operator.keysFrom > (await readClock(db))) return 'operator_new'
  const { proposers, deciders } = await listKeys(db, about)
  const others = key === 'first' ? deciders : proposers
  const held = [...others, appealed?.proposedBy, appealed?.decidedBy]
  if (held.includes(operator.id)) return 'both_keys'
  const { userIds, emails } = await listConcerned(db, about)
  if (decisionKinds[kind].isAboutPeople && userIds.length === 0) return 'about_nobody'
  if (isAbout(emails, operator)) return 'operator_own'
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

const isAbout = (emails: string[], operator: Operator): boolean =>
  emails.some((email) => normalEmail(email) === normalEmail(operator.email))

/** A proposal no longer counts if its proposer has since left, lost the role or become partial. */
export async function requireProposer(tx: Tx, proposedBy: string, about: About): Promise<void> {
  const proposer = await findOperator(tx, proposedBy)
  const isGone = !proposer || proposer.endedAt !== null
  if (isGone || (await refusalOf(tx, proposer, 'first', about))) {
    const message =
      'Its proposer may no longer propose it. Decline it so that another operator can.'
    throw new AppError('desk_refused', { message })
  }
}

/** Operators may not decline a decision about themselves. */
export async function requireOther(tx: Tx, operator: Operator, about: About): Promise<void> {
  const { emails } = await listConcerned(tx, about)
  if (isAbout(emails, operator)) throw new AppError('operator_own')
}

const either = {
  operator_new: `You cannot approve yet. New operators and new roles wait ${limits.operatorKeyWaitDays} days.`,
  about_nobody: 'No user is linked to this.',
  operator_own: 'This decision is about you.',
  operator_partial: 'Conflict of interest: you are connected to one of the parties.',
}
const words: Record<Key, Record<Refusal, string>> = {
  first: {
    operator_role: 'Only a case officer can propose this.',
    both_keys: 'You gave the other approval in this case.',
    ...either,
  },
  second: {
    operator_role: 'Only an approver can confirm this.',
    both_keys: 'You gave the first approval in this case.',
    ...either,
  },
}

async function whyNot(db: Db | Tx, operator: Operator, key: Key, about: About) {
  const refusal = await refusalOf(db, operator, key, about)
  return refusal && words[key][refusal]
}

/** Why this operator may not propose a ruling, as text; null if they may. */
export async function whyNotPropose(
  db: Db,
  operator: Operator,
  { dispute, stage }: { dispute: { id: string; escrowId: string }; stage: CaseStage },
): Promise<string | null> {
  if (stage === 'closed') return 'The case is closed.'
  if (stage === 'proposed') return 'A ruling is waiting for its second approval.'
  if (stage === 'announced') return 'A ruling has been announced.'
  const appealed = await findAppealed(db, dispute.id)
  const { id: disputeId, escrowId } = dispute
  const about = { kind: 'rule', subjectId: escrowId, escrowId, disputeId, terms: {} } as const
  return whyNot(db, operator, 'first', { ...about, appealed })
}

/** Why this operator may not confirm the decision, as text; null if they may. */
export async function whyNotConfirm(
  db: Db,
  operator: Operator,
  decision: Decision,
): Promise<string | null> {
  if (decision.state !== 'proposed') return 'No second approval is needed.'
  return whyNot(db, operator, 'second', { ...decision, ...(await appealIn(db, decision)) })
}

/** The appealed ruling that a decision reviews, if it reviews one. */
export async function appealIn(db: Db | Tx, { appealOf }: Pick<Decision, 'appealOf'>) {
  return { appealed: appealOf ? await findDecision(db, appealOf) : undefined }
}
