/**
 * Whether anything dangerous may happen for an account now. Asked when it is asked for, and again
 * when its time of waiting is over: see product rule "paused".
 */
import type { Tx } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { clearTimer } from '../../platform/jobs/timers.ts'
import { endEmailChanges } from './email-changes.repository.ts'
import { stopPayees } from './payees.repository.ts'
import { findUserById, restrictUser, saveUser, type User } from './users.repository.ts'

const pauseMs = 72 * 3_600_000

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

/** Somebody else may have been in: nothing dangerous for three days, and nothing they asked for. */
export async function pauseUser(tx: Tx, userId: string): Promise<Date> {
  await dropWhatWaits(tx, userId)
  return restrictUser(tx, userId, pauseMs)
}

/** Domains that were to leave stay, money that was to be paid out is on the balance again. */
export async function dropWhatWaits(tx: Tx, userId: string): Promise<void> {
  await saveUser(tx, userId, { deletionAt: null })
  await clearTimer(tx, { job: 'users.delete-user', subjectId: userId })
  await endEmailChanges(tx, { userId })
  await stopPayees(tx, { userId })
  await enqueue(tx, 'custody.keep-domains', { userId })
  await enqueue(tx, 'payments.return-withdrawals', { userId })
}
