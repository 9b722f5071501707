import type { Tx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { clearTimer } from '../../../platform/jobs/timers.ts'
import { endEmailChanges } from '../account/email-changes.repository.ts'
import { restrictUser, saveUser } from '../account/users.repository.ts'
import { stopPayees } from '../payees/payees.repository.ts'

const pauseMs = 72 * 3_600_000

/** After a possible intrusion: drops pending requests and pauses dangerous actions for 72 hours. */
export async function pauseUser(tx: Tx, userId: string): Promise<Date> {
  await dropWhatWaits(tx, userId)
  return restrictUser(tx, userId, pauseMs)
}

/** Cancels deletion, address and payee changes, transfers out and withdrawals. */
export async function dropWhatWaits(tx: Tx, userId: string): Promise<void> {
  await saveUser(tx, userId, { deletionAt: null })
  await clearTimer(tx, { job: 'users.delete-user', subjectId: userId })
  await endEmailChanges(tx, { userId })
  await stopPayees(tx, { userId })
  await enqueue(tx, 'custody.keep-domains', { userId })
  await enqueue(tx, 'payments.return-withdrawals', { userId })
}
