/**
 * Whom a decision is about: worked out here for every kind, from what is kept and never from what
 * somebody sent, and asked at both keys. Whoever gains by it belongs to them.
 */
import type { Db, Tx } from '../../../platform/db/database.ts'
import type { Decision } from './decisions.repository.ts'
import { listPeopleOfDecision } from '../../operators/operators.service.ts'

/** Users of the product, and addresses of people who work here. */
export type Concerned = { userIds: string[]; emails: string[] }

type About = Pick<Decision, 'kind' | 'subjectId' | 'escrowId' | 'terms'>

export async function listConcerned(db: Db | Tx, about: About): Promise<Concerned> {
  const { kind, terms } = about
  return {
    userIds: await listPeopleOfDecision(db, about),
    emails: kind === 'staff' && typeof terms.email === 'string' ? [terms.email] : [],
  }
}
