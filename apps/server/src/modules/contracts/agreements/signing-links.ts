import type { Party } from '@pier/protocol/lifecycles/loan'
import { hmac, sameBytes } from '../../../platform/crypto/secrets.ts'

const idLength = 16
const macLength = 32

type Link = { agreementId: string; role: Party }

/**
 * The link with which one party signs one agreement. It is derived from our key each time, so it is
 * not stored; it is useless without that party's login.
 */
export function signingTokenOf(linkKey: Buffer, { agreementId, role }: Link): string {
  const id = Buffer.from(agreementId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, macOf(linkKey, { agreementId, role })]).toString('base64url')
}

/** The agreement a token names; `isSigningToken` checks that it is valid. */
export function agreementIdOf(token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idLength + macLength || bytes.toString('base64url') !== token) return null
  const hex = bytes.toString('hex', 0, idLength)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export const isSigningToken = (linkKey: Buffer, token: string, link: Link): boolean =>
  sameBytes(Buffer.from(token, 'base64url').subarray(idLength), macOf(linkKey, link))

const macOf = (linkKey: Buffer, { agreementId, role }: Link) =>
  hmac(linkKey, `agreement|${agreementId}|${role}`)
