/**
 * Registration and login. Both hash a password, which is slow on purpose, so they work in steps:
 * count the attempt, find the user, check, and only then open the transaction that starts a
 * session. An unknown address takes the same time and gets the same reply as a wrong password.
 */
import { randomUUID } from 'node:crypto'
import { AppError } from '../../../platform/app-error.ts'
import { createDataKey } from '../../../platform/crypto/envelope.ts'
import { hashOf } from '../../../platform/crypto/secrets.ts'
import { inTransaction, type Db, type Tx } from '../../../platform/db/database.ts'
import {
  countTry,
  forgetTries,
  limitTries,
  limitTriesWithPause,
  takeBackTry,
} from '../../../platform/limits.ts'
import { sendMail } from '../../notifications/notifications.service.ts'
import { acceptByRegistering, requireShownTerms } from '../account/acceptances.service.ts'
import type { Client } from '../account/client.ts'
import { findMfa } from '../two-step/mfa.repository.ts'
import { checkMfaCode } from '../two-step/mfa-codes.service.ts'
import { checkNewPassword } from '../passwords/password-policy.ts'
import { mailLink, noteSecurity } from '../account/security-notice.service.ts'
import { isKnownDevice } from '../sessions/sessions.repository.ts'
import { startSession, type StartedSession } from '../sessions/sessions.service.ts'
import { plainMails } from '../account/user-mails.ts'
import {
  findUserByEmailKey,
  insertUser,
  lockUser,
  saveUser,
  type User,
} from '../account/users.repository.ts'
import { normalEmail, type UserClients } from '../account/user-clients.ts'

const day = 86_400
const loginLimits = {
  addressMinute: { name: 'login-address', max: 30, perSeconds: 60 },
  addressDay: { name: 'login-address-day', max: 300, perSeconds: day },
  userAtAddress: { name: 'login-user-address', max: 5, perSeconds: day },
  userDay: { name: 'login-user-day', max: 50, perSeconds: day },
}
const toldLimit = { name: 'register-told', max: 3, perSeconds: day }
const registerLimits = [
  { name: 'register-hour', max: 5, perSeconds: 3600 },
  { name: 'register-day', max: 20, perSeconds: day },
]

export async function register(
  db: Db,
  clients: UserClients,
  input: {
    name: string
    email: string
    password: string
    shownTerms: number | undefined
    client: Client
  },
): Promise<StartedSession> {
  const { email, password, client } = input
  requireShownTerms(input.shownTerms)
  const name = input.name.trim().replaceAll(/\s+/g, ' ')
  for (const limit of registerLimits) await limitTries(db, limit, client.address, clients.limitKey)
  checkNewPassword(password, { name, email, field: 'password' })
  const stored = await clients.passwords.protect(password)

  const id = randomUUID()
  const started = await inTransaction(db, async (tx) => {
    const user = await insertUser(tx, {
      id,
      name,
      email,
      emailKey: clients.emailKey(email),
      passwordHash: stored.hash,
      pepperId: stored.pepperId,
      dataKey: createDataKey(clients.dataKeys, id).wrapped,
      createdAt: tx.now,
    })
    if (!user) return undefined
    await acceptByRegistering(tx, user.id)
    await mailLink(tx, clients, { user, kind: 'verifyEmail' })
    return startSession(tx, clients, { user, client, usedMfa: false, isNewUser: true })
  })
  if (started) return started
  await notifyOwner(db, clients, email)
  throw new AppError('registration_refused')
}

/** Limited per day: requests from many IP addresses could otherwise fill one mailbox. */
async function notifyOwner(db: Db, clients: UserClients, email: string) {
  const owner = await findUserByEmailKey(db, clients.emailKey(email))
  if (!owner) return
  if ((await countTry(db, toldLimit, owner.id, clients.limitKey)) > toldLimit.max) return
  const page = plainMails.registerAttempt(`${clients.publicOrigin}/login`)
  const mail = { userId: owner.id, to: owner.email, kind: 'registerAttempt', page }
  await inTransaction(db, (tx) => sendMail(tx, mail))
}

export async function logIn(
  db: Db,
  clients: UserClients,
  input: { email: string; password: string; mfa: string | undefined; client: Client },
): Promise<StartedSession> {
  const { email, password, mfa, client } = input
  const failuresToday = await countLogin(db, clients, { email, client })
  const user = await findUserByEmailKey(db, clients.emailKey(email))
  const stored = user && { hash: user.passwordHash, pepperId: user.pepperId }
  const isRight = stored
    ? await clients.passwords.matches(stored, password)
    : await clients.passwords.matchNobody(password)
  if (!user || !stored || !isRight) {
    if (user && failuresToday === loginLimits.userDay.max + 1) {
      await inTransaction(db, (tx) =>
        noteSecurity(tx, clients, { user, kind: 'loginAttempts', from: client }),
      )
    }
    throw new AppError('invalid_credentials')
  }
  await uncountLogin(db, clients, { email, client })
  const hasMfa = Boolean((await findMfa(db, user.id))?.confirmedAt)
  if (hasMfa) await requireMfaCode(db, clients, { user, code: mfa, client })
  const better = clients.passwords.isOutdated(stored)
    ? await clients.passwords.protect(password)
    : null

  return inTransaction(db, async (tx) => {
    await requireUnchanged(tx, user, hasMfa)
    await refuseCrowdedLogin(tx, { user, client, hasMfa, failuresToday })
    if (better) {
      await saveUser(tx, user.id, { passwordHash: better.hash, pepperId: better.pepperId })
    }
    return startSession(tx, clients, { user, client, usedMfa: hasMfa })
  })
}

/** Checks again inside the transaction: the password may have been reset meanwhile. */
async function requireUnchanged(tx: Tx, checked: User, hadMfa: boolean) {
  const current = await lockUser(tx, checked.id)
  if (current?.passwordHash !== checked.passwordHash) throw new AppError('invalid_credentials')
  const hasMfa = Boolean((await findMfa(tx, checked.id))?.confirmedAt)
  if (hasMfa && !hadMfa) throw new AppError('mfa_required', { field: 'mfa' })
}

async function requireMfaCode(
  db: Db,
  clients: UserClients,
  { user, code, client }: { user: User; code: string | undefined; client: Client },
) {
  if (!code) throw new AppError('mfa_required', { field: 'mfa' })
  if (!(await checkMfaCode(db, clients, { user, code, client }))) {
    throw new AppError('mfa_invalid', { field: 'mfa' })
  }
}

type LoginFrom = { email: string; client: Client }

/** Counts the attempt before anything is checked. Returns today's count for this email address. */
async function countLogin(
  db: Db,
  clients: UserClients,
  { email, client }: LoginFrom,
): Promise<number> {
  const { addressMinute, addressDay, userAtAddress, userDay } = loginLimits
  const person = normalEmail(email)
  await limitTries(db, addressMinute, client.address, clients.limitKey)
  await limitTries(db, addressDay, client.address, clients.limitKey)
  await limitTriesWithPause(db, userAtAddress, `${person}|${client.address}`, clients.limitKey)
  return countTry(db, userDay, person, clients.limitKey)
}

/** Only failures are to count, so a success takes its own try back. */
async function uncountLogin(db: Db, clients: UserClients, { email, client }: LoginFrom) {
  const { addressDay, userAtAddress, userDay } = loginLimits
  const person = normalEmail(email)
  await takeBackTry(db, addressDay, client.address, clients.limitKey)
  await takeBackTry(db, userDay, person, clients.limitKey)
  await forgetTries(db, userAtAddress, `${person}|${client.address}`, clients.limitKey)
}

/**
 * After fifty failures in a day, a right password alone is not enough from a new device. The error
 * is that of a wrong password, so that an attacker does not learn that it was right.
 */
async function refuseCrowdedLogin(
  tx: Tx,
  login: { user: User; client: Client; hasMfa: boolean; failuresToday: number },
) {
  const { user, client, hasMfa, failuresToday } = login
  if (failuresToday <= loginLimits.userDay.max || hasMfa) return
  const { bindCookie } = client
  if (bindCookie && (await isKnownDevice(tx, user.id, hashOf(bindCookie)))) return
  throw new AppError('invalid_credentials')
}
