import { calls } from '@pier/protocol/calls/calls'
import { centsOf } from '@pier/protocol/money'
import { readClock } from '../../platform/db/database.ts'
import type { RoutePlugin } from '../../platform/http/app.ts'
import { openDirectory } from './directory.ts'
import type { Filters } from './directory.repository.ts'
import { presentCard } from './present-card.ts'

/** Open to everybody: what borrowers ask. */
export const directoryRoutes: RoutePlugin = async (app, { db }) => {
  const directory = openDirectory(db)

  app.get('/listings', { schema: calls['GET /listings'] }, async (request, reply) => {
    const { limit, page, sort, ...asked } = request.query
    const filters = readFilters(asked, await readClock(db))
    const isPlain = sort === 'newest' && Object.keys(filters).length === 0
    const found = isPlain
      ? await directory.readNewest({ page, limit })
      : await directory.search({ filters, sort, page, limit })
    reply.header('cache-control', 'public, max-age=1, stale-while-revalidate=5')
    return {
      listings: found.cards.map(presentCard),
      pages: Math.ceil(found.total / limit),
      total: found.total,
      is_capped: found.isCapped,
    }
  })
}

type AskedFilters = {
  search?: string | undefined
  tld?: string | undefined
  amount_min?: number | undefined
  amount_max?: number | undefined
  apr_min?: number | undefined
  apr_max?: number | undefined
  term_min?: number | undefined
  term_max?: number | undefined
  ltv_max?: number | undefined
  age_min?: number | undefined
  custody_ready?: boolean | undefined
}

/** Only what was asked for, so that asking for nothing is an empty search. */
function readFilters(asked: AskedFilters, now: Date): Filters {
  const years = asked.age_min
  const before = new Date(now)
  before.setUTCFullYear(before.getUTCFullYear() - (years ?? 0))
  const filters: Filters = {
    text: asked.search?.trim().toLowerCase().normalize('NFC') || undefined,
    suffix: asked.tld?.trim().toLowerCase().replace(/^\./, '') || undefined,
    amountCentsMin: cents(asked.amount_min),
    amountCentsMax: cents(asked.amount_max),
    rateBpsMin: cents(asked.apr_min),
    rateBpsMax: cents(asked.apr_max),
    termDaysMin: asked.term_min,
    termDaysMax: asked.term_max,
    ltvBpsMax: cents(asked.ltv_max),
    registeredBefore: years ? new Date(before.toISOString().slice(0, 10)) : undefined,
    isCustodyReady: asked.custody_ready || undefined,
  }
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined),
  ) as Filters // Left as it was, but for what is not there.
}

const cents = (value: number | undefined) => (value === undefined ? undefined : centsOf(value))
