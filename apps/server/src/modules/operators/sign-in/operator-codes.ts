import { brand } from '@pier/protocol/brand'
import { Secret, TOTP } from 'otpauth'
import { AppError, invariant } from '../../../platform/app-error.ts'
import { decryptText, encryptText, unwrapDataKey } from '../../../platform/crypto/envelope.ts'
import { sameBytes } from '../../../platform/crypto/secrets.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { countTry, takeBackTry } from '../../../platform/limits.ts'
import { codeAt, stepAt, type UserClients } from '../../users/users.service.ts'
import { takeCodeStep, type Operator } from '../people/operators.repository.ts'

const place = (operatorId: string) => `operators|sealed_secret|${operatorId}`

/** A new secret for an operator's code app, encrypted for the table and plain for the app. */
export function makeSecret(clients: UserClients, operator: Operator) {
  const secret = new Secret({ size: 20 })
  const sealed = encryptText(
    unwrapDataKey(clients.dataKeys, operator),
    secret.base32,
    place(operator.id),
  )
  const totp = new TOTP({ issuer: `${brand.name} Operations`, label: operator.email, secret })
  return { sealed, secret: secret.base32, uri: totp.toString() }
}

/** Wrong codes per operator, from any address and for any purpose. */
const wrongCodes = { name: 'operator-code', max: 10, perSeconds: 86_400 }

/**
 * Counts a code before it is checked, outside the transaction that a wrong one rolls back. Returns
 * how to undo that, for a code that was right or never checked; undefined after too many.
 */
export async function countCode(
  db: Db,
  clients: UserClients,
  operatorId: string,
): Promise<(() => Promise<void>) | undefined> {
  const count = await countTry(db, wrongCodes, operatorId, clients.limitKey)
  if (count > wrongCodes.max) return undefined
  return () => takeBackTry(db, wrongCodes, operatorId, clients.limitKey)
}

/** Accepts a code once. The steps before and after are valid too, to allow for clock skew. */
export async function takeCode(
  tx: Tx,
  clients: UserClients,
  { operator, code }: { operator: Operator; code: string },
): Promise<boolean> {
  invariant(operator.sealedSecret, 'whoever has joined has a code app')
  const dataKey = unwrapDataKey(clients.dataKeys, operator)
  const secret = Secret.fromBase32(decryptText(dataKey, operator.sealedSecret, place(operator.id)))
  const totp = new TOTP({ secret, digits: 6, period: 30 })
  const now = stepAt(tx.now)
  const step = [now - 1, now, now + 1].find(
    (each) =>
      each > Number(operator.lastStep) &&
      sameBytes(Buffer.from(code), Buffer.from(codeAt(totp, each))),
  )
  return step !== undefined && takeCodeStep(tx, operator.id, step)
}

/** Each approval of a decision needs a fresh code. */
export async function requireCode(
  tx: Tx,
  clients: UserClients,
  given: { operator: Operator; code: string },
): Promise<void> {
  if (!(await takeCode(tx, clients, given))) throw new AppError('code_wrong', { field: 'code' })
}
