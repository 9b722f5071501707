import { calls } from '@pier/protocol/calls/calls'
import { readClock } from '../../platform/db/database.ts'
import type { RoutePlugin } from '../../platform/http/app.ts'
import { openDirectory } from './directory.ts'
import { presentCard } from './present-card.ts'
import { filtersOf, readWanted } from './read-wanted.ts'

/** Open to everybody: what borrowers ask. */
export const directoryRoutes: RoutePlugin = async (app, { db }) => {
  const directory = openDirectory(db)

  app.get('/listings', { schema: calls['GET /listings'] }, async (request, reply) => {
    const { limit, page, sort, ...asked } = request.query
    const filters = filtersOf(readWanted(asked), await readClock(db))
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
