/**
 * Forgotten passwords, verified addresses and the freeze link: everything that starts from a link
 * in a mail. A reset request only enqueues a job, so that reply and timing are the same for known
 * and unknown addresses.
 */
import { hourMs } from '@pier/protocol/time'
import { AppError } from '../../../platform/app-error.ts'
import { inTransaction, type Db, type Tx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { countTry, limitTries } from '../../../platform/limits.ts'
import { sendMail } from '../../notifications/notifications.service.ts'
import type { Client } from '../account/client.ts'
import { countLinks, findLinkOwner, takeLink } from '../account/links.repository.ts'
import { checkNewPassword } from '../passwords/password-policy.ts'
import { voidHash } from '../passwords/passwords.ts'
import { mailLink, noteSecurity } from '../account/security-notice.service.ts'
import { endSessionsOfUser } from '../sessions/sessions.repository.ts'
import { plainMails } from '../account/user-mails.ts'
import {
  findUserByEmailKey,
  findUserById,
  insertSecurityEvent,
  lockUser,
  saveUser,
} from '../account/users.repository.ts'
import type { UserClients } from '../account/user-clients.ts'
import { pauseUser } from './pausing.service.ts'

const requestAddressLimit = { name: 'reset-request-address', max: 10, perSeconds: 3600 }
const resetMailsPerHourMax = 3
const useLimit = { name: 'reset-use', max: 10, perSeconds: 3600 }
const verifyLimit = { name: 'verify-mail', max: 5, perSeconds: 3600 }

export async function requestReset(
  db: Db,
  clients: UserClients,
  { email, client }: { email: string; client: Client },
): Promise<void> {
  const count = await countTry(db, requestAddressLimit, client.address, clients.limitKey)
  if (count > requestAddressLimit.max) return
  await inTransaction(db, (tx) =>
    enqueue(tx, 'users.request-reset', {
      emailKey: clients.emailKey(email).toString('hex'),
      network: client.network,
    }),
  )
}

/** The second half, in the worker: finds out whether there is anybody to write to. */
export async function mailResetLink(
  db: Db,
  clients: UserClients,
  { emailKey, network }: { emailKey: string; network: string },
  settle: (work: (tx: Tx) => Promise<void>) => Promise<void>,
): Promise<void> {
  const found = await findUserByEmailKey(db, Buffer.from(emailKey, 'hex'))
  if (!found) return
  await settle(async (tx) => {
    const user = await lockUser(tx, found.id)
    if (!user?.emailKey?.equals(Buffer.from(emailKey, 'hex'))) return // Changed just now.
    const since = new Date(tx.now.getTime() - hourMs)
    const sent = await countLinks(tx, { userId: user.id, purpose: 'reset_password', since })
    if (sent >= resetMailsPerHourMax) return
    await insertSecurityEvent(tx, { userId: user.id, kind: 'reset_requested', network })
    await mailLink(tx, clients, { user, kind: 'resetPassword' })
  })
}

export async function resetPassword(
  db: Db,
  clients: UserClients,
  { token, newPassword, client }: { token: string; newPassword: string; client: Client },
): Promise<void> {
  await limitTries(db, useLimit, client.address, clients.limitKey)
  const link = { token, purpose: 'reset_password' } as const
  const owner = await inTransaction(db, async (tx) => {
    const userId = await findLinkOwner(tx, link)
    return userId ? findUserById(tx, userId) : undefined
  })
  if (!owner) throw new AppError('link_invalid')
  checkNewPassword(newPassword, { name: owner.name, email: owner.email, field: 'newPassword' })
  const stored = await clients.passwords.protect(newPassword)

  await inTransaction(db, async (tx) => {
    const user = await lockUser(tx, owner.id)
    if (!user || !(await takeLink(tx, link))) throw new AppError('link_invalid')
    await saveUser(tx, user.id, {
      passwordHash: stored.hash,
      pepperId: stored.pepperId,
      // Whoever opens the reset link reads this mailbox.
      ...(user.emailVerifiedAt ? {} : { emailVerifiedAt: tx.now }),
    })
    await pauseUser(tx, user.id)
    await endSessionsOfUser(tx, { userId: user.id, because: 'password_reset' })
    await noteSecurity(tx, clients, { user, kind: 'passwordReset', from: client })
  })
}

export async function verifyEmail(tx: Tx, { token }: { token: string }): Promise<void> {
  const userId = await takeLink(tx, { token, purpose: 'verify_email' })
  if (!userId || !(await lockUser(tx, userId))) throw new AppError('link_invalid')
  await saveUser(tx, userId, { emailVerifiedAt: tx.now })
  await insertSecurityEvent(tx, { userId, kind: 'email_verified' })
}

export async function resendVerification(
  db: Db,
  clients: UserClients,
  userId: string,
): Promise<void> {
  await limitTries(db, verifyLimit, userId, clients.limitKey)
  await inTransaction(db, async (tx) => {
    const user = await findUserById(tx, userId)
    if (user && !user.emailVerifiedAt) await mailLink(tx, clients, { user, kind: 'verifyEmail' })
  })
}

/**
 * The freeze link in any security mail: ends every session and pauses dangerous actions. Intruders
 * may know the password, so that is voided too, and a new one is set by mail.
 */
export async function freezeUser(
  tx: Tx,
  { token, client }: { token: string; client: Client },
): Promise<void> {
  const userId = await takeLink(tx, { token, purpose: 'freeze' })
  const user = userId ? await lockUser(tx, userId) : undefined
  if (!user) throw new AppError('link_invalid')
  const until = await pauseUser(tx, user.id)
  await saveUser(tx, user.id, { passwordHash: voidHash })
  await endSessionsOfUser(tx, { userId: user.id, because: 'frozen' })
  await insertSecurityEvent(tx, { userId: user.id, kind: 'frozen', network: client.network })
  const page = plainMails.frozen(until)
  await sendMail(tx, { userId: user.id, to: user.email, kind: 'frozen', page })
}
