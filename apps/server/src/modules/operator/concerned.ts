/**
 * Whom a decision is about: worked out here for every kind, from what is kept and never from what
 * somebody sent, and asked at both keys. Whoever gains by it belongs to them.
 */
import type { Db, Tx } from '../../platform/db/database.ts'
import {
  findOwnerOfHold,
  listOwnersOfName,
  listSides,
  type Decision,
} from './decisions.repository.ts'

/** Users of the product, and addresses of people who work here. */
export type Concerned = { userIds: string[]; emails: string[] }

type About = Pick<Decision, 'kind' | 'subjectId' | 'escrowId' | 'terms'>

export async function listConcerned(
  db: Db | Tx,
  { kind, subjectId, escrowId, terms }: About,
): Promise<Concerned> {
  const { userId, ownerId, email, domain } = terms
  const found = [userId, ownerId].filter((id) => typeof id === 'string')
  if (escrowId) found.push(...(await listSides(db, escrowId)))
  if (kind === 'liftHold') found.push(...(await findOwnerOfHold(db, subjectId)))
  if (kind === 'value' && typeof domain === 'string') {
    found.push(...(await listOwnersOfName(db, domain)))
  }
  return {
    userIds: [...new Set(found)],
    emails: kind === 'staff' && typeof email === 'string' ? [email] : [],
  }
}
