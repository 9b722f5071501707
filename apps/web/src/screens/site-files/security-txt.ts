import { readCompany } from '../../api/company.server.ts'
import { pageOrigin } from '../../shell/public/head-tags.tsx'
import { textFile } from './text-file.ts'
import type { Route } from './+types/security-txt'

const validDays = 180

export async function loader({ request }: Route.LoaderArgs) {
  const company = await readCompany(request)
  return textFile(
    company && securityTxt({ contact: company.securityEmail, origin: pageOrigin, now: new Date() }),
  )
}

/**
 * Where to report a vulnerability, by RFC 9116. The file must expire within a year and counts as
 * abandoned after that, so each answer is valid for half a year from now.
 */
export function securityTxt({ contact, origin, now }: SecurityFacts): string {
  const expiresAt = new Date(now.getTime() + validDays * 86_400_000)
  const fields = [
    `Contact: mailto:${contact}`,
    `Expires: ${expiresAt.toISOString()}`,
    `Encryption: ${origin}/pgp`,
    `Canonical: ${origin}/.well-known/security.txt`,
    'Preferred-Languages: en',
  ]
  return `${fields.join('\n')}\n`
}

type SecurityFacts = { contact: string; origin: string; now: Date }
