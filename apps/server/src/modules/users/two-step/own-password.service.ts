/**
 * Checks the password of a user who is logged in. A stolen session must not be usable to guess it,
 * so wrong ones share a daily limit, over step-up and profile alike.
 */
import type { Db } from '../../../platform/db/database.ts'
import { limitTries, takeBackTry } from '../../../platform/limits.ts'
import type { User } from '../account/users.repository.ts'
import type { UserClients } from '../account/user-clients.ts'

const dayLimit = { name: 'own-password', max: 20, perSeconds: 86_400 }

export async function checkOwnPassword(
  db: Db,
  clients: UserClients,
  user: User,
  password: string,
): Promise<boolean> {
  await limitTries(db, dayLimit, user.id, clients.limitKey)
  const stored = { hash: user.passwordHash, pepperId: user.pepperId }
  const isRight = await clients.passwords.matches(stored, password)
  if (isRight) await takeBackTry(db, dayLimit, user.id, clients.limitKey)
  return isRight
}
