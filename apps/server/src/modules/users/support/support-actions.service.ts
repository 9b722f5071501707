/**
 * What operators do for a user: freeze and unfreeze the account, write to them, change their email
 * address. Each leaves a line in the user's own security log.
 */
import { brand } from '@pier/protocol/brand'
import { limits } from '@pier/protocol/limits'
import { hourMs } from '@pier/protocol/time'
import { AppError } from '../../../platform/app-error.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { setTimer } from '../../../platform/jobs/timers.ts'
import { notify, sendMail } from '../../notifications/notifications.service.ts'
import {
  endEmailChanges,
  findEmailChange,
  findOpenEmailChange,
  insertEmailChange,
} from '../account/email-changes.repository.ts'
import { findMfa } from '../two-step/mfa.repository.ts'
import { pauseOf } from '../account/pauses.service.ts'
import { openAddress, type Address } from '../personal-data/profile.service.ts'
import { mailLink, noteSecurity } from '../account/security-notice.service.ts'
import { dropWhatWaits, pauseUser } from '../sign-in/pausing.service.ts'
import { endSessionsOfUser, listOpenSessions } from '../sessions/sessions.repository.ts'
import { plainMails } from '../account/user-mails.ts'
import {
  findUserByEmailKey,
  findUserById,
  insertSecurityEvent,
  lockUser,
  saveUser,
  type User,
} from '../account/users.repository.ts'
import type { UserClients } from '../account/user-clients.ts'

export { findUserById as findUser } from '../account/users.repository.ts'

const support = { label: `${brand.name} support`, network: 'by hand' }

/** Ends every session and blocks dangerous actions until an operator unfreezes the account. */
export async function freezeByOperator(tx: Tx, userId: string): Promise<void> {
  const user = await lockKnown(tx, userId)
  if (user.frozenAt) throw new AppError('user_frozen')
  await dropWhatWaits(tx, userId)
  await saveUser(tx, userId, { frozenAt: tx.now })
  await endSessionsOfUser(tx, { userId, because: 'frozen' })
  await insertSecurityEvent(tx, { userId, kind: 'frozen_by_us', network: support.network })
  const page = plainMails.frozenByUs()
  await sendMail(tx, { userId, to: user.email, kind: 'frozenByUs', page })
}

/** A pause with another cause, such as a password reset, continues. */
export async function unfreezeByOperator(tx: Tx, userId: string): Promise<void> {
  const user = await lockKnown(tx, userId)
  if (!user.frozenAt) throw new AppError('user_not_frozen')
  await saveUser(tx, userId, { frozenAt: null })
  await insertSecurityEvent(tx, { userId, kind: 'unfrozen_by_us', network: support.network })
  const pause = pauseOf({ ...user, frozenAt: null }, tx.now)
  const page = plainMails.unfrozen(pause?.until ?? null)
  await sendMail(tx, { userId, to: user.email, kind: 'unfrozen', page })
}

export async function writeToUser(
  tx: Tx,
  { userId, subject, text }: { userId: string; subject: string; text: string },
): Promise<void> {
  await lockKnown(tx, userId)
  const paragraphs = text.split(/\n{2,}/).map((part) => part.trim())
  await notify(tx, {
    userId,
    kind: 'security',
    body: `${brand.name} support: ${subject}`,
    link: '/app',
    mail: { subject, heading: subject, paragraphs },
  })
}

/** Mailed to the old address. Its freeze link stops the change, as does pausing the account. */
export async function changeEmail(
  tx: Tx,
  clients: UserClients,
  { userId, email, operatorId }: { userId: string; email: string; operatorId: string },
): Promise<Date> {
  const user = await lockKnown(tx, userId)
  const emailKey = clients.emailKey(email)
  if (await findUserByEmailKey(tx, emailKey)) throw new AppError('email_taken')
  const takesEffectAt = new Date(tx.now.getTime() + limits.emailWaitHours * hourMs)
  const change = { userId, email, emailKey, askedBy: operatorId, takesEffectAt }
  const id = await insertEmailChange(tx, change)
  if (!id) throw new AppError('email_changing')
  await setTimer(tx, { job: 'users.change-email', subjectId: id, fireAt: takesEffectAt })
  await noteSecurity(tx, clients, { user, kind: 'emailChanging', from: support })
  return takesEffectAt
}

export async function keepEmail(tx: Tx, clients: UserClients, userId: string): Promise<void> {
  const user = await lockKnown(tx, userId)
  if (!(await endEmailChanges(tx, { userId }))) throw new AppError('email_not_changing')
  await noteSecurity(tx, clients, { user, kind: 'emailKept', from: support })
}

/** Runs after the wait, unless it was stopped. The new address has to be verified again. */
export async function applyEmailChange(tx: Tx, clients: UserClients, id: string): Promise<void> {
  const found = await findEmailChange(tx, id)
  const user = found && (await lockUser(tx, found.userId))
  if (!user) return
  const change = await findOpenEmailChange(tx, user.id)
  if (change?.id !== id || !change.email || !change.emailKey) return
  const isTaken = await findUserByEmailKey(tx, change.emailKey)
  if (isTaken) {
    await endEmailChanges(tx, { userId: user.id })
    await noteSecurity(tx, clients, { user, kind: 'emailKept', from: support })
    return
  }
  await noteSecurity(tx, clients, { user, kind: 'emailChanged', from: support })
  const { email, emailKey } = change
  await saveUser(tx, user.id, { email, emailKey, emailVerifiedAt: null })
  await endEmailChanges(tx, { userId: user.id, isDone: true })
  await pauseUser(tx, user.id)
  await endSessionsOfUser(tx, { userId: user.id, because: 'email_changed' })
  await mailLink(tx, clients, { user: { ...user, email, emailKey }, kind: 'verifyEmail' })
}

/** A user with email and postal address in full: the caller masks them without a reason. */
export async function readUserForOperator(
  db: Db,
  clients: UserClients,
  userId: string,
): Promise<
  | { user: User; hasMfa: boolean; sessions: number; address: Address; emailChangeAt: Date | null }
  | undefined
> {
  const user = await findUserById(db, userId)
  if (!user) return undefined
  return {
    user,
    hasMfa: Boolean((await findMfa(db, userId))?.confirmedAt),
    sessions: (await listOpenSessions(db, userId)).length,
    address: openAddress(clients, user),
    emailChangeAt: (await findOpenEmailChange(db, userId))?.takesEffectAt ?? null,
  }
}

async function lockKnown(tx: Tx, userId: string): Promise<User> {
  const user = await lockUser(tx, userId)
  if (!user) throw new AppError('user_not_found')
  return user
}
