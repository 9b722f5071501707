type Site = { publicHost: string; https: boolean }

const validDays = 180

/**
 * Where a hole is reported, by RFC 9116. A reader takes an expired file for abandoned and asks that it
 * end within a year, so each answer is valid for half a year from its own moment.
 */
export function securityTxt({ publicHost, https }: Site, now: Date): string {
  const origin = new URL(`${https ? 'https' : 'http'}://${publicHost}`)
  const expiresAt = new Date(now.getTime() + validDays * 86_400_000)
  const fields = [
    `Contact: mailto:security@${origin.hostname}`,
    `Expires: ${expiresAt.toISOString()}`,
    `Canonical: ${new URL('/.well-known/security.txt', origin).href}`,
    'Preferred-Languages: en',
  ]
  return `${fields.join('\n')}\n`
}
