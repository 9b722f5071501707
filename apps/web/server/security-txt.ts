type Site = { publicHost: string; https: boolean }

const validDays = 180

/**
 * Where to report a vulnerability, by RFC 9116. The file must expire within a year and counts as
 * abandoned after that, so each answer is valid for half a year from now.
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
