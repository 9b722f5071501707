/**
 * Whether dangerous actions are paused for an account. Checked when an action is requested, and
 * again when its waiting time is over.
 */
import type { Tx } from '../../../platform/db/database.ts'
import { findUserById, type User } from './users.repository.ts'

export type Pause =
  | { why: 'frozen' | 'email_unverified'; until: null }
  | { why: 'restricted'; until: Date }

export function pauseOf(
  { frozenAt, emailVerifiedAt, restrictedUntil }: User,
  now: Date,
): Pause | null {
  if (frozenAt) return { why: 'frozen', until: null }
  if (!emailVerifiedAt) return { why: 'email_unverified', until: null }
  if (restrictedUntil && restrictedUntil > now) return { why: 'restricted', until: restrictedUntil }
  return null
}

/** An unknown user counts as frozen. */
export async function findPause(tx: Tx, userId: string): Promise<Pause | null> {
  const user = await findUserById(tx, userId)
  return user ? pauseOf(user, tx.now) : { why: 'frozen', until: null }
}
