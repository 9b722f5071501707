/**
 * Two-step login: begun with a secret, on once a first code has shown that the app has it. Every
 * change ends the other sessions, is told by mail, and pauses dangerous actions for 72 hours.
 */
import { brand } from '@pier/protocol/brand'
import { Secret, TOTP } from 'otpauth'
import { AppError } from '../../platform/app-error.ts'
import { sealText, unwrapDataKey } from '../../platform/crypto/envelope.ts'
import { inTransaction, type Db, type Tx } from '../../platform/db/database.ts'
import { limitTries } from '../../platform/limits.ts'
import type { Client } from './client.ts'
import { findLinkOwner, takeLink } from './links.repository.ts'
import { codeAt, makeRecoveryCodes, mfaPlace, stepAt, totpOf } from './mfa-codes.service.ts'
import { deleteMfa, findMfa, replaceRecoveryCodes, saveMfa, startMfaRow } from './mfa.repository.ts'
import { noteSecurity } from './security-notice.service.ts'
import { endSessionsOfUser } from './sessions.repository.ts'
import { requireStepUp } from './step-up.service.ts'
import { findUserById, lockUser, restrictUser } from './users.repository.ts'
import type { UserTools } from './user-tools.ts'

const changePauseMs = 72 * 3_600_000
const unlockLimit = { name: 'mfa-unlock', max: 10, perSeconds: 3600 }

type Caller = { userId: string; sessionId: string; client: Client }

export async function startMfa(tx: Tx, tools: UserTools, { userId, sessionId }: Caller) {
  const user = await lockUser(tx, userId)
  if (!user) throw new AppError('login_required')
  if ((await findMfa(tx, userId))?.confirmedAt) throw new AppError('mfa_already_on')
  await requireStepUp(tx, { userId, sessionId, action: 'start_mfa', object: userId })

  const secret = new Secret({ size: 20 })
  const dataKey = unwrapDataKey(tools.dataKeys, user.dataKey)
  const sealedSecret = sealText(dataKey, secret.base32, mfaPlace(userId))
  await startMfaRow(tx, { userId, sealedSecret, startedAt: tx.now })
  const totp = new TOTP({ issuer: brand.name, label: user.email, secret })
  return { secret: secret.base32, uri: totp.toString() }
}

/** Turns it on. The recovery codes are made before the transaction: hashing them takes time. */
export async function confirmMfa(
  db: Db,
  tools: UserTools,
  { userId, sessionId, client, code }: Caller & { code: string },
): Promise<string[]> {
  const { codes, hashes } = await newRecoveryCodes(tools)
  await inTransaction(db, async (tx) => {
    const user = await lockUser(tx, userId)
    const mfa = await findMfa(tx, userId)
    if (!user || !mfa) throw new AppError('mfa_not_on')
    if (mfa.confirmedAt) throw new AppError('mfa_already_on')
    const totp = totpOf(tools, user, mfa.sealedSecret)
    const step = stepAt(tx.now)
    const match = [step, step - 1, step + 1].find((candidate) => codeAt(totp, candidate) === code)
    if (match === undefined) throw new AppError('mfa_code_wrong', { field: 'mfa' })

    await saveMfa(tx, userId, { confirmedAt: tx.now, lastStep: match })
    await replaceRecoveryCodes(tx, userId, hashes)
    await restrictUser(tx, userId, changePauseMs)
    await endSessionsOfUser(tx, { userId, because: 'mfa_changed', except: sessionId })
    await noteSecurity(tx, tools, { user, kind: 'mfaOn', from: client })
  })
  return codes
}

export async function renewRecoveryCodes(
  db: Db,
  tools: UserTools,
  { userId, sessionId, client }: Caller,
): Promise<string[]> {
  const { codes, hashes } = await newRecoveryCodes(tools)
  await inTransaction(db, async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user || !(await findMfa(tx, userId))?.confirmedAt) throw new AppError('mfa_not_on')
    await requireStepUp(tx, { userId, sessionId, action: 'renew_recovery_codes', object: userId })
    await replaceRecoveryCodes(tx, userId, hashes)
    await noteSecurity(tx, tools, { user, kind: 'recoveryCodesRenewed', from: client })
  })
  return codes
}

export async function stopMfa(tx: Tx, tools: UserTools, { userId, sessionId, client }: Caller) {
  const user = await lockUser(tx, userId)
  if (!user || !(await findMfa(tx, userId))?.confirmedAt) throw new AppError('mfa_not_on')
  await requireStepUp(tx, { userId, sessionId, action: 'stop_mfa', object: userId })
  await deleteMfa(tx, userId)
  await restrictUser(tx, userId, changePauseMs)
  await endSessionsOfUser(tx, { userId, because: 'mfa_changed', except: sessionId })
  await noteSecurity(tx, tools, { user, kind: 'mfaOff', from: client })
}

/** After too many wrong codes: the link shows the mailbox, the password shows the person. */
export async function unlockMfa(
  db: Db,
  tools: UserTools,
  { token, password, client }: { token: string; password: string; client: Client },
): Promise<void> {
  await limitTries(db, unlockLimit, client.address, tools.limitKey)
  const link = { token, purpose: 'unlock_mfa' } as const
  const user = await inTransaction(db, async (tx) => {
    const userId = await findLinkOwner(tx, link)
    return userId ? findUserById(tx, userId) : undefined
  })
  if (!user) throw new AppError('link_invalid')
  const stored = { hash: user.passwordHash, pepperId: user.pepperId }
  if (!(await tools.passwords.matches(stored, password))) {
    throw new AppError('password_wrong', { field: 'password' })
  }
  await inTransaction(db, async (tx) => {
    if (!(await takeLink(tx, link))) throw new AppError('link_invalid')
    await saveMfa(tx, user.id, { lockedAt: null })
  })
}

async function newRecoveryCodes(tools: UserTools) {
  const codes = makeRecoveryCodes()
  const stored = await Promise.all(codes.map((code) => tools.passwords.protect(code, 'light')))
  return { codes, hashes: stored.map(({ hash, pepperId }) => `${pepperId}|${hash}`) }
}
