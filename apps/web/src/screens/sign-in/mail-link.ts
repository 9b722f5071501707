export type MailLink = { kind: 'verify' | 'freeze' | 'unlock' | 'unsubscribe'; token: string }

const kinds = ['verify', 'freeze', 'unlock', 'unsubscribe'] as const

/** Mails link to /login with their token in the hash, which never reaches a server or a log. */
export function readMailLink(hash: string): MailLink | null {
  const parts = new URLSearchParams(hash.slice(1))
  for (const kind of kinds) {
    const token = parts.get(kind)
    if (token) return { kind, token }
  }
  return null
}
