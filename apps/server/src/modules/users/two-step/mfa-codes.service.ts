/**
 * Checks one code of two-step login, from the app or from the list of recovery codes; both are
 * typed into the same six characters. Wrong ones are counted a user, over login and step-up alike,
 * and ten in a day lock it until the user proves the mailbox and the password.
 */
import { randomInt } from 'node:crypto'
import { limits } from '@pier/protocol/limits'
import { Secret, TOTP } from 'otpauth'
import { AppError, invariant } from '../../../platform/app-error.ts'
import { openText, unwrapDataKey } from '../../../platform/crypto/envelope.ts'
import { sameBytes } from '../../../platform/crypto/secrets.ts'
import { inTransaction, readClock, type Db } from '../../../platform/db/database.ts'
import { countTry, forgetTries, takeBackTry } from '../../../platform/limits.ts'
import type { Client } from '../account/client.ts'
import {
  findMfa,
  listUnusedRecoveryCodes,
  saveMfa,
  takeRecoveryCode,
  takeStep,
} from './mfa.repository.ts'
import { mailLink, noteSecurity } from '../account/security-notice.service.ts'
import { lockUser, type User } from '../account/users.repository.ts'
import type { UserTools } from '../account/user-tools.ts'

const stepSeconds = 30
const shortLimit = { name: 'mfa', max: 5, perSeconds: 600 }
const dayLimit = { name: 'mfa-day', max: 10, perSeconds: 86_400 }
const failuresToTell = 3
const recoveryCodesLow = 3

type Attempt = { user: User; code: string; client: Client }

export async function checkMfaCode(db: Db, tools: UserTools, attempt: Attempt): Promise<boolean> {
  const { user, code } = attempt
  const mfa = await findMfa(db, user.id)
  invariant(mfa?.confirmedAt, 'a code is checked only where two-step login is on')
  if (mfa.lockedAt) throw new AppError('mfa_locked')

  const tries = await countTry(db, shortLimit, user.id, tools.limitKey)
  const triesToday = await countTry(db, dayLimit, user.id, tools.limitKey)
  if (tries > shortLimit.max) {
    await takeBackTry(db, dayLimit, user.id, tools.limitKey) // It is not looked at, so not counted.
    throw new AppError('too_many_requests')
  }
  const isRight = /^\d{6}$/.test(code)
    ? await useTotp(db, tools, { user, code, sealedSecret: mfa.sealedSecret })
    : await useRecoveryCode(db, tools, attempt)
  if (isRight) {
    await takeBackTry(db, shortLimit, user.id, tools.limitKey)
    await takeBackTry(db, dayLimit, user.id, tools.limitKey)
    return true
  }
  await tellAboutFailures(db, tools, attempt, triesToday)
  return false
}

/** The current step, or a neighbour for clocks that differ; never one that was used before. */
async function useTotp(
  db: Db,
  tools: UserTools,
  { user, code, sealedSecret }: { user: User; code: string; sealedSecret: string },
): Promise<boolean> {
  const totp = totpOf(tools, user, sealedSecret)
  const step = stepAt(await readClock(db))
  const match = [step, step - 1, step + 1].find((candidate) =>
    sameBytes(Buffer.from(code), Buffer.from(codeAt(totp, candidate))),
  )
  return match !== undefined && inTransaction(db, (tx) => takeStep(tx, user.id, match))
}

async function useRecoveryCode(db: Db, tools: UserTools, { user, code, client }: Attempt) {
  const typed = normalRecoveryCode(code)
  for (const { id, codeHash } of await listUnusedRecoveryCodes(db, user.id)) {
    const [pepperId = '', hash = ''] = codeHash.split('|')
    if (!(await tools.passwords.matches({ hash, pepperId }, typed))) continue
    return inTransaction(db, async (tx) => {
      const isTaken = await takeRecoveryCode(tx, id)
      const left = (await listUnusedRecoveryCodes(tx, user.id)).length
      if (isTaken && left === recoveryCodesLow) {
        await noteSecurity(tx, tools, { user, kind: 'recoveryCodesLow', from: client })
      }
      return isTaken
    })
  }
  return false
}

async function tellAboutFailures(
  db: Db,
  tools: UserTools,
  { user, client }: Attempt,
  failuresToday: number,
) {
  if (failuresToday === failuresToTell) {
    await inTransaction(db, (tx) =>
      noteSecurity(tx, tools, { user, kind: 'mfaFailures', from: client }),
    )
  }
  if (failuresToday >= dayLimit.max) {
    await inTransaction(db, async (tx) => {
      await lockUser(tx, user.id)
      await saveMfa(tx, user.id, { lockedAt: tx.now })
      await mailLink(tx, tools, { user, kind: 'unlockMfa' })
    })
  }
}

/** The lock is open again, so the count that closed it starts anew. */
export async function forgetMfaFailures(db: Db, tools: UserTools, userId: string): Promise<void> {
  await forgetTries(db, shortLimit, userId, tools.limitKey)
  await forgetTries(db, dayLimit, userId, tools.limitKey)
}

export function totpOf(tools: UserTools, user: User, sealedSecret: string): TOTP {
  const dataKey = unwrapDataKey(tools.dataKeys, user)
  const secret = openText(dataKey, sealedSecret, mfaPlace(user.id))
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
