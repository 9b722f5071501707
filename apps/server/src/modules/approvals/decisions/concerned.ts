/**
 * Whom a decision concerns, including anyone who gains by it. Worked out here for every kind,
 * never passed in by the caller, and checked at both approvals.
 */
import type { Db, Tx } from '../../../platform/db/database.ts'
import type { Decision } from './decisions.repository.ts'
import { listPeopleOfDecision } from '../../operators/operators.service.ts'

/** Users of the product, and email addresses of operators. */
export type Concerned = { userIds: string[]; emails: string[] }

type About = Pick<Decision, 'kind' | 'subjectId' | 'escrowId' | 'terms'>

export async function listConcerned(db: Db | Tx, about: About): Promise<Concerned> {
  const { kind, terms } = about
  return {
    userIds: await listPeopleOfDecision(db, about),
    emails: kind === 'staff' && typeof terms.email === 'string' ? [terms.email] : [],
  }
}
