import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { lockCaller, type Caller } from '../sessions/caller.service.ts'
import { endSession, endSessionsOfUser, lockSession } from '../sessions/sessions.repository.ts'
import { requireStepUp } from '../two-step/step-up.service.ts'

export async function logOut(tx: Tx, sessionId: string): Promise<void> {
  await endSession(tx, sessionId, 'logout')
}

export async function endSessionOfUser(tx: Tx, caller: Caller, endedId: string): Promise<void> {
  await lockCaller(tx, caller)
  const session = await lockSession(tx, endedId)
  if (session?.userId !== caller.userId) throw new AppError('session_not_found')
  if (!(await endSession(tx, endedId, 'ended_by_user'))) throw new AppError('session_not_found')
}

export async function endOtherSessions(tx: Tx, { userId, sessionId }: Caller): Promise<void> {
  await requireStepUp(tx, { userId, sessionId, action: 'end_other_sessions', object: userId })
  await endSessionsOfUser(tx, { userId, because: 'ended_by_user', except: sessionId })
}
