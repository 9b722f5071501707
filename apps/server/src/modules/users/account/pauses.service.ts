/**
 * Whether anything dangerous may happen for an account now. Asked when it is asked for, and again
 * when its time of waiting is over: see product rule "paused".
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

/** Nobody is as good as frozen. */
export async function findPause(tx: Tx, userId: string): Promise<Pause | null> {
  const user = await findUserById(tx, userId)
  return user ? pauseOf(user, tx.now) : { why: 'frozen', until: null }
}
