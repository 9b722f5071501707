import type { domainFilters } from '@pier/protocol/calls/domains'
import { readSearch } from '@pier/protocol/domains/pasted-name'
import type { Db } from '../../../platform/db/database.ts'
import { countDomains, listDomainsOfUser, sumDomains } from './portfolio.repository.ts'
import { presentDomain } from './present-domain.ts'

type Reader = { id: string; now: Date }
type Asked = {
  page: number
  limit: number
  filter: (typeof domainFilters)[number]
  search?: string | undefined
}

/** One page of a user's domains, newest first, and what all of them count and sum to. */
export async function readDomains(
  db: Db,
  { id: userId, now }: Reader,
  { page, limit, filter, search }: Asked,
) {
  const wanted = { userId, filter, search: search && readSearch(search) }
  const [domains, { counts, valueCents, withoutValue }] = await Promise.all([
    listDomainsOfUser(db, { ...wanted, page, limit, now }),
    sumDomains(db, { ...wanted, now }),
  ])
  const count = search ? await countDomains(db, wanted) : counts[filter]
  return {
    domains: domains.map((domain) => presentDomain(domain, now)),
    pages: Math.ceil(count / limit),
    counts,
    estimated_total: valueCents / 100,
    without_value: withoutValue,
  }
}
