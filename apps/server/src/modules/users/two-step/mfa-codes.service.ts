/**
 * Checks a code of two-step login, from the app or from the recovery codes; both go into the same
 * field of six characters. Wrong ones are counted per user, over login and step-up alike, and ten
 * in a day lock it until the user proves control of the mailbox and the password.
 */
import { randomInt } from 'node:crypto'
import { limits } from '@pier/protocol/limits'
import { Secret, TOTP } from 'otpauth'
import { AppError, invariant } from '../../../platform/app-error.ts'
import { decryptText, unwrapDataKey } from '../../../platform/crypto/envelope.ts'
import { sameBytes } from '../../../platform/crypto/secrets.ts'
import { inTransaction, readClock, type Db } from '../../../platform/db/database.ts'
import { countTry, forgetTries, takeBackTry } from '../../../platform/limits.ts'
import type { Client } from '../account/client.ts'
import {
  findMfa,
  listUnusedRecoveryCodes,
  saveMfa,
  takeRecoveryCode,
  recordUsedStep,
} from './mfa.repository.ts'
import { mailLink, noteSecurity } from '../account/security-notice.service.ts'
import { lockUser, type User } from '../account/users.repository.ts'
import type { UserClients } from '../account/user-clients.ts'

const stepSeconds = 30
const shortLimit = { name: 'mfa', max: 5, perSeconds: 600 }
const dayLimit = { name: 'mfa-day', max: 10, perSeconds: 86_400 }
const failuresToTell = 3
const recoveryCodesLow = 3

type Attempt = { user: User; code: string; client: Client }

export async function checkMfaCode(
  db: Db,
  clients: UserClients,
  attempt: Attempt,
): Promise<boolean> {
  const { user, code } = attempt
  const mfa = await findMfa(db, user.id)
  invariant(mfa?.confirmedAt, 'a code is checked only where two-step login is on')
  if (mfa.lockedAt) throw new AppError('mfa_locked')

  const tries = await countTry(db, shortLimit, user.id, clients.limitKey)
  const triesToday = await countTry(db, dayLimit, user.id, clients.limitKey)
  if (tries > shortLimit.max) {
    await takeBackTry(db, dayLimit, user.id, clients.limitKey) // Not checked, so not counted.
    throw new AppError('too_many_requests')
  }
  const isRight = /^\d{6}$/.test(code)
    ? await useTotp(db, clients, { user, code, sealedSecret: mfa.sealedSecret })
    : await useRecoveryCode(db, clients, attempt)
  if (isRight) {
    await takeBackTry(db, shortLimit, user.id, clients.limitKey)
    await takeBackTry(db, dayLimit, user.id, clients.limitKey)
    return true
  }
  await tellAboutFailures(db, clients, attempt, triesToday)
  return false
}

/** The current step, or a neighbour for clocks that differ; never one that was used before. */
async function useTotp(
  db: Db,
  clients: UserClients,
  { user, code, sealedSecret }: { user: User; code: string; sealedSecret: string },
): Promise<boolean> {
  const totp = totpOf(clients, user, sealedSecret)
  const step = stepAt(await readClock(db))
  const match = [step, step - 1, step + 1].find((candidate) =>
    sameBytes(Buffer.from(code), Buffer.from(codeAt(totp, candidate))),
  )
  return match !== undefined && inTransaction(db, (tx) => recordUsedStep(tx, user.id, match))
}

async function useRecoveryCode(db: Db, clients: UserClients, { user, code, client }: Attempt) {
  const typed = normalRecoveryCode(code)
  for (const { id, codeHash } of await listUnusedRecoveryCodes(db, user.id)) {
    const [pepperId = '', hash = ''] = codeHash.split('|')
    if (!(await clients.passwords.matches({ hash, pepperId }, typed))) continue
    return inTransaction(db, async (tx) => {
      const isTaken = await takeRecoveryCode(tx, id)
      const left = (await listUnusedRecoveryCodes(tx, user.id)).length
      if (isTaken && left === recoveryCodesLow) {
        await noteSecurity(tx, clients, { user, kind: 'recoveryCodesLow', from: client })
      }
      return isTaken
    })
  }
  return false
}

async function tellAboutFailures(
  db: Db,
  clients: UserClients,
  { user, client }: Attempt,
  failuresToday: number,
) {
  if (failuresToday === failuresToTell) {
    await inTransaction(db, (tx) =>
      noteSecurity(tx, clients, { user, kind: 'mfaFailures', from: client }),
    )
  }
  if (failuresToday >= dayLimit.max) {
    await inTransaction(db, async (tx) => {
      await lockUser(tx, user.id)
      await saveMfa(tx, user.id, { lockedAt: tx.now })
      await mailLink(tx, clients, { user, kind: 'unlockMfa' })
    })
  }
}

/** After an unlock, counting starts again from zero. */
export async function forgetMfaFailures(
  db: Db,
  clients: UserClients,
  userId: string,
): Promise<void> {
  await forgetTries(db, shortLimit, userId, clients.limitKey)
  await forgetTries(db, dayLimit, userId, clients.limitKey)
}

export function totpOf(clients: UserClients, user: User, sealedSecret: string): TOTP {
  const dataKey = unwrapDataKey(clients.dataKeys, user)
  const secret = decryptText(dataKey, sealedSecret, mfaPlace(user.id))
  return new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: stepSeconds })
}

export const mfaPlace = (userId: string) => `user_mfa|sealed_secret|${userId}`

export const codeAt = (totp: TOTP, step: number) =>
  totp.generate({ timestamp: step * stepSeconds * 1000 })

export const stepAt = (now: Date) => Math.floor(now.getTime() / 1000 / stepSeconds)

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Six characters, at least one of them a letter: never mistaken for a code of the app. */
export function makeRecoveryCodes(): string[] {
  const codes = new Set<string>()
  while (codes.size < limits.recoveryCodeCount) {
    const code = Array.from({ length: 6 }, () => crockford[randomInt(crockford.length)]).join('')
    if (/[A-Z]/.test(code)) codes.add(code)
  }
  return [...codes]
}

const normalRecoveryCode = (typed: string) =>
  typed.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
