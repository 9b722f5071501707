/**
 * Two-step login: started with a secret, on once a first code shows that the app has it. Turning it
 * on or off ends the other sessions, sends a mail, and pauses dangerous actions for 72 hours.
 */
import { brand } from '@pier/protocol/brand'
import { Secret, TOTP } from 'otpauth'
import { AppError } from '../../../platform/app-error.ts'
import { encryptText, unwrapDataKey } from '../../../platform/crypto/envelope.ts'
import { inTransaction, type Db, type Tx } from '../../../platform/db/database.ts'
import { limitTries } from '../../../platform/limits.ts'
import { lockCaller, type Caller } from '../sessions/caller.service.ts'
import type { Client } from '../account/client.ts'
import { findLinkOwner, takeLink } from '../account/links.repository.ts'
import {
  codeAt,
  forgetMfaFailures,
  makeRecoveryCodes,
  mfaPlace,
  stepAt,
  totpOf,
} from './mfa-codes.service.ts'
import { checkOwnPassword } from './own-password.service.ts'
import { deleteMfa, findMfa, replaceRecoveryCodes, saveMfa, startMfaRow } from './mfa.repository.ts'
import { noteSecurity } from '../account/security-notice.service.ts'
import { endSessionsOfUser } from '../sessions/sessions.repository.ts'
import { requireStepUp } from './step-up.service.ts'
import { findUserById, lockUser, restrictUser, type User } from '../account/users.repository.ts'
import type { UserClients } from '../account/user-clients.ts'

const changePauseMs = 72 * 3_600_000
const unlockLimit = { name: 'mfa-unlock', max: 10, perSeconds: 3600 }

const confirmLimit = { name: 'mfa-confirm', max: 10, perSeconds: 3600 }
const pendingLifeMs = 15 * 60_000

type CallerFrom = Caller & { client: Client }

export async function startMfa(tx: Tx, clients: UserClients, { userId, sessionId }: Caller) {
  if ((await findMfa(tx, userId))?.confirmedAt) throw new AppError('mfa_already_on')
  const act = { userId, sessionId, action: 'start_mfa', object: userId } as const
  const user = await requireStepUp(tx, act)

  const secret = new Secret({ size: 20 })
  const dataKey = unwrapDataKey(clients.dataKeys, user)
  const sealedSecret = encryptText(dataKey, secret.base32, mfaPlace(userId))
  await startMfaRow(tx, { userId, sealedSecret, startedAt: tx.now })
  const totp = new TOTP({ issuer: brand.name, label: user.email, secret })
  return { secret: secret.base32, uri: totp.toString() }
}

/**
 * Turns it on. The code is checked before the recovery codes are hashed, which is slow, so that
 * wrong codes cost nothing; the transaction then checks it again.
 */
export async function confirmMfa(
  db: Db,
  clients: UserClients,
  { userId, sessionId, client, code }: CallerFrom & { code: string },
): Promise<string[]> {
  await limitTries(db, confirmLimit, userId, clients.limitKey)
  const check = async (tx: Tx) => {
    const { user } = await lockCaller(tx, { userId, sessionId })
    return { user, step: await requirePendingCode(tx, clients, { user, code }) }
  }
  await inTransaction(db, check)
  const { codes, hashes } = await newRecoveryCodes(clients)
  await inTransaction(db, async (tx) => {
    const { user, step } = await check(tx)
    await saveMfa(tx, userId, { confirmedAt: tx.now, lastStep: step })
    await replaceRecoveryCodes(tx, userId, hashes)
    await restrictUser(tx, userId, changePauseMs)
    await endSessionsOfUser(tx, { userId, because: 'mfa_changed', except: sessionId })
    await noteSecurity(tx, clients, { user, kind: 'mfaOn', from: client })
  })
  return codes
}

async function requirePendingCode(
  tx: Tx,
  clients: UserClients,
  { user, code }: { user: User; code: string },
): Promise<number> {
  const mfa = await findMfa(tx, user.id)
  if (mfa?.confirmedAt) throw new AppError('mfa_already_on')
  if (!mfa || tx.now.getTime() > mfa.startedAt.getTime() + pendingLifeMs) {
    throw new AppError('mfa_not_on')
  }
  const totp = totpOf(clients, user, mfa.sealedSecret)
  const now = stepAt(tx.now)
  const step = [now, now - 1, now + 1].find((candidate) => codeAt(totp, candidate) === code)
  if (step === undefined) throw new AppError('mfa_code_wrong', { field: 'mfa' })
  return step
}

export async function renewRecoveryCodes(
  db: Db,
  clients: UserClients,
  { userId, sessionId, client }: CallerFrom,
): Promise<string[]> {
  await inTransaction(db, async (tx) => {
    if (!(await findMfa(tx, userId))?.confirmedAt) throw new AppError('mfa_not_on')
    await requireStepUp(tx, { userId, sessionId, action: 'renew_recovery_codes', object: userId })
  })
  const { codes, hashes } = await newRecoveryCodes(clients)
  await inTransaction(db, async (tx) => {
    const { user } = await lockCaller(tx, { userId, sessionId })
    if (!(await findMfa(tx, userId))?.confirmedAt) throw new AppError('mfa_not_on')
    await replaceRecoveryCodes(tx, userId, hashes)
    await noteSecurity(tx, clients, { user, kind: 'recoveryCodesRenewed', from: client })
  })
  return codes
}

export async function stopMfa(
  tx: Tx,
  clients: UserClients,
  { userId, sessionId, client }: CallerFrom,
) {
  const act = { userId, sessionId, action: 'stop_mfa', object: userId } as const
  const user = await requireStepUp(tx, act)
  if (!(await findMfa(tx, userId))?.confirmedAt) throw new AppError('mfa_not_on')
  await deleteMfa(tx, userId)
  await restrictUser(tx, userId, changePauseMs)
  await endSessionsOfUser(tx, { userId, because: 'mfa_changed', except: sessionId })
  await noteSecurity(tx, clients, { user, kind: 'mfaOff', from: client })
}

/** After too many wrong codes: needs both the mailed link and the password. */
export async function unlockMfa(
  db: Db,
  clients: UserClients,
  { token, password, client }: { token: string; password: string; client: Client },
): Promise<void> {
  await limitTries(db, unlockLimit, client.address, clients.limitKey)
  const link = { token, purpose: 'unlock_mfa' } as const
  const owner = await inTransaction(db, async (tx) => {
    const userId = await findLinkOwner(tx, link)
    return userId ? findUserById(tx, userId) : undefined
  })
  if (!owner) throw new AppError('link_invalid')
  if (!(await checkOwnPassword(db, clients, owner, password))) {
    throw new AppError('password_wrong', { field: 'password' })
  }
  await inTransaction(db, async (tx) => {
    const user = await lockUser(tx, owner.id)
    if (user?.passwordHash !== owner.passwordHash) throw new AppError('link_invalid')
    if (!(await takeLink(tx, link))) throw new AppError('link_invalid')
    await saveMfa(tx, user.id, { lockedAt: null })
  })
  await forgetMfaFailures(db, clients, owner.id)
}

/** One after the other: ten at once would fill the queue that logins wait in. */
async function newRecoveryCodes(clients: UserClients) {
  const codes = makeRecoveryCodes()
  const hashes: string[] = []
  for (const code of codes) {
    const { hash, pepperId } = await clients.passwords.protect(code, 'light')
    hashes.push(`${pepperId}|${hash}`)
  }
  return { codes, hashes }
}
