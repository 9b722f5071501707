import { brand } from '@pier/protocol/brand'
import { Secret, TOTP } from 'otpauth'
import { AppError, invariant } from '../../platform/app-error.ts'
import { openText, sealText, unwrapDataKey } from '../../platform/crypto/envelope.ts'
import { sameBytes } from '../../platform/crypto/secrets.ts'
import type { Tx } from '../../platform/db/database.ts'
import { codeAt, stepAt, type UserTools } from '../users/credentials.service.ts'
import { takeCodeStep, type Operator } from './operators.repository.ts'

const place = (operatorId: string) => `operators|sealed_secret|${operatorId}`

/** A new secret for somebody's code app, sealed for the table and written out for the app. */
export function makeSecret(tools: UserTools, operator: Operator) {
  const secret = new Secret({ size: 20 })
  const sealed = sealText(
    unwrapDataKey(tools.dataKeys, operator),
    secret.base32,
    place(operator.id),
  )
  const totp = new TOTP({ issuer: `${brand.name} Operations`, label: operator.email, secret })
  return { sealed, secret: secret.base32, uri: totp.toString() }
}

/** Takes a code, once. The step before and after count too, for clocks that differ. */
export async function takeCode(
  tx: Tx,
  tools: UserTools,
  { operator, code }: { operator: Operator; code: string },
): Promise<boolean> {
  invariant(operator.sealedSecret, 'whoever has joined has a code app')
  const dataKey = unwrapDataKey(tools.dataKeys, operator)
  const secret = Secret.fromBase32(openText(dataKey, operator.sealedSecret, place(operator.id)))
  const totp = new TOTP({ secret, digits: 6, period: 30 })
  const now = stepAt(tx.now)
  const step = [now - 1, now, now + 1].find(
    (each) =>
      each > Number(operator.lastStep) &&
      sameBytes(Buffer.from(code), Buffer.from(codeAt(totp, each))),
  )
  return step !== undefined && takeCodeStep(tx, operator.id, step)
}

/** Each key of a decision asks for a fresh one. */
export async function requireCode(
  tx: Tx,
  tools: UserTools,
  given: { operator: Operator; code: string },
): Promise<void> {
  if (!(await takeCode(tx, tools, given))) throw new AppError('code_wrong', { field: 'code' })
}
