import { writeCents, writeCsv } from '../../../platform/csv.ts'
import type { OwnedDomain } from './portfolio.repository.ts'

const columns = [
  'Domain',
  'Domain (Unicode)',
  'Status',
  'Estimated value (USD)',
  'Verified at (UTC)',
  'Registered until (UTC)',
  'Transfer out from (UTC)',
  'Added at (UTC)',
]

export const writeDomains = (domains: readonly OwnedDomain[]): string =>
  writeCsv(
    columns,
    domains.map((domain) => [
      domain.name,
      domain.unicodeName,
      domain.status,
      domain.valueCents === null ? '' : writeCents(domain.valueCents),
      domain.verifiedAt?.toISOString() ?? '',
      domain.heldUntil?.toISOString() ?? domain.registeredUntil ?? '',
      domain.transferOutAvailableAt?.toISOString() ?? '',
      domain.createdAt.toISOString(),
    ]),
  )
