/**
 * Who acts, locked for the length of the action. Always the user first, then the session: two
 * actions of one person queue up instead of deadlocking, and a session that was ended while its
 * request was waiting can no longer act.
 */
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { lockUserAndSession, type Acting } from './sessions.repository.ts'
import type { User } from '../account/users.repository.ts'

export type Caller = { userId: string; sessionId: string }

export async function lockCaller(tx: Tx, { userId, sessionId }: Caller): Promise<Acting> {
  const acting = await lockUserAndSession(tx, { userId, sessionId })
  if (!acting || acting.session.endedAt) throw new AppError('login_required')
  return acting
}

/** Actions that concern other people need a verified address. */
export function requireVerifiedEmail({ emailVerifiedAt }: User): void {
  if (!emailVerifiedAt) throw new AppError('email_unverified')
}
