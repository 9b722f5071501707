import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits as 43 URL-safe characters. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** What we keep of a secret that only its holder should know in full. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export const hmac = (key: Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
