import { readWanted } from '../../src/modules/listings/directory/read-wanted.ts'
import { openDirectory } from '../../src/modules/listings/directory/directory.ts'
import type { Market, Statement } from '../../proofs/listings/listings-market.ts'

const perPage = 12

/**
 * What lenders look for: common and rare, by each order, with one filter and with many. Each is asked a
 * little differently each time, so that its count is not known already.
 */
const searches: ((time: number) => string)[] = [
  (time) => `tld=shop&amount_min=${1000 + time}`,
  (time) => `amount_min=${1000 + time}&sort=amount`,
  (time) => `apr_min=${(20 + time / 100).toFixed(2)}&sort=adjusted`,
  (time) => `tld=com&term_max=90&apr_min=15&amount_min=${1000 + time}&sort=adjusted`,
  (time) => `ltv_max=30&amount_min=${1000 + time}&sort=ending`,
  (time) => `length_max=10&amount_min=${1000 + time}`,
  (time) =>
    `tld=io&term_min=200&apr_min=33&ltv_max=10&length_max=13&custody_ready=true&amount_min=${1000 + time}`,
  (time) => `search=bank&amount_min=${1000 + time}`,
  (time) => `search=harbourlight${100 + time}`,
  (time) => `search=nobody-has-${1000 + time}`,
  (time) => `search=lantern&tld=com&amount_min=${1000 + time}`,
]

/** A search, and what to ask the next time. */
export const openSearches = () =>
  searches.map((search) => {
    let time = 0
    return {
      name: search(0),
      next: () => `limit=${perPage}&${search((time += 1) % 800)}`,
    }
  })

/** What the product itself sends for it: the count up to a bound, and the page if anything is found. */
export function statementsOf(market: Market, search: string): Promise<Statement[]> {
  const { limit, sort = 'newest', ...filters } = Object.fromEntries(new URLSearchParams(search))
  const typed = Object.entries(filters).map(([name, text]) => [
    name,
    ['search', 'tld'].includes(name) ? text : text === 'true' || Number(text),
  ])
  const wanted = readWanted(Object.fromEntries(typed))
  return market.capture((db) =>
    openDirectory(db).search({ wanted, sort: sort as 'newest', page: 1, limit: Number(limit) }),
  )
}
