/** What the record that proves control of a domain says. */
import { randomBytes } from 'node:crypto'

export const challengeDays = 7

/** One value may serve many names of one user. It contains its own expiry. */
export function makeChallenge(now: Date): { value: string; expiresAt: Date } {
  const expiresAt = new Date(now.getTime() + challengeDays * 86_400_000)
  const expiry = expiresAt.toISOString().replace(/\.\d+Z$/, 'Z')
  return { value: `token=${toBase32(randomBytes(tokenBytes))} expiry=${expiry}`, expiresAt }
}

const tokenBytes = 20

/** RFC 4648 without its padding: it survives being read aloud and any change of case. */
function toBase32(bytes: Buffer): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{5}/g) ?? []
  return groups.map((group) => alphabet[Number.parseInt(group, 2)]).join('')
}
