import { calls } from '@pier/protocol/calls/calls'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { openDirectory } from './directory.ts'
import { presentCard } from './present-card.ts'
import { readWanted } from './read-wanted.ts'

/** Public: the listings of borrowers. */
export const directoryRoutes: RoutePlugin = async (app, { db }) => {
  const directory = openDirectory(db)

  app.get('/listings', { schema: calls['GET /listings'] }, async (request, reply) => {
    const { limit, page, sort, ...asked } = request.query
    const wanted = readWanted(asked)
    const isPlain = sort === 'newest' && Object.keys(wanted).length === 0
    const found = isPlain
      ? await directory.readNewest({ page, limit })
      : await directory.search({ wanted, sort, page, limit })
    reply.header('cache-control', 'public, max-age=1, stale-while-revalidate=5')
    return {
      listings: found.cards.map(presentCard),
      pages: Math.ceil(found.total / limit),
      total: found.total,
      is_capped: found.isCapped,
    }
  })
}
