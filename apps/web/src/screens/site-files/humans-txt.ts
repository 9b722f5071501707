import { brand } from '@pier/protocol/brand'
import { readCompany } from '../../api/company.server.ts'
import { textFile } from './text-file.ts'
import type { Route } from './+types/humans-txt'

export async function loader({ request }: Route.LoaderArgs) {
  const company = await readCompany(request)
  if (!company) return textFile(null)
  const lines = [
    `${brand.name}, run by ${company.legalName}, ${company.country}`,
    `Write to us: ${company.contactEmail}`,
    `The source: ${company.sourceUrl}`,
  ]
  return textFile(`${lines.join('\n')}\n`)
}
