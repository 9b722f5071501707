import { createHmac, hkdfSync } from 'node:crypto'

/**
 * What a user is called in the access log: the same for a day in UTC, another one on the next, and
 * known only to whoever has our key. So the log alone tells neither who somebody is nor what they
 * did over weeks.
 */
export function nameInLog(secret: Buffer): (userId: string, at: Date) => string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'names in the access log', 32))
  return (userId, at) => {
    const day = at.toISOString().slice(0, 10)
    return createHmac('sha256', key).update(`${day} ${userId}`).digest('base64url').slice(0, 16)
  }
}
