import { calls } from '@pier/protocol/calls/calls'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { openDirectory, type Answer } from './directory.ts'
import { presentCard } from './present-card.ts'
import { readWanted } from './read-wanted.ts'

/** Public: the listings of borrowers. */
export const directoryRoutes: RoutePlugin = async (app, { db }) => {
  const directory = openDirectory(db)

  app.get('/listings', { schema: calls['GET /listings'] }, async (request, reply) => {
    const { limit, page, sort, ...asked } = request.query
    const wanted = readWanted(asked)
    reply.header('cache-control', 'public, max-age=1, stale-while-revalidate=5')
    if (sort === 'newest' && Object.keys(wanted).length === 0) {
      return sendAnswer(request, reply, await directory.readNewest({ page, limit }))
    }
    const found = await directory.search({ wanted, sort, page, limit })
    return {
      listings: found.cards.map(presentCard),
      pages: Math.ceil(found.total / limit),
      total: found.total,
      is_capped: found.isCapped,
    }
  })
}

/** The same bytes for everybody. Whoever has them already is told just that. */
function sendAnswer(request: FastifyRequest, reply: FastifyReply, { body, tag }: Answer) {
  if (tag) reply.header('etag', tag)
  if (tag && hasTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}

/** A proxy that compresses marks the tag as weak. */
const hasTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  header.split(',').some((each) => ['*', tag].includes(each.trim().replace(/^W\//, '')))
