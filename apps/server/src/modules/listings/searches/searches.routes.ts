import { calls } from '@pier/protocol/calls/calls'
import { inTransaction } from '../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { requireUser } from '../../../platform/http/require-user.ts'
import { AppError } from '../../../platform/app-error.ts'
import { limitTries } from '../../../platform/limits.ts'
import { presentCard } from '../directory/present-card.ts'
import { readWanted } from '../directory/read-wanted.ts'
import { describeSearch, writeQuery } from './search-text.ts'
import {
  findSearch,
  listFound,
  listWatchedSearches,
  type FoundCard,
  type Search,
} from './searches.repository.ts'
import { editSearch, lookAtSearch, removeSearch, saveSearch } from './searches.service.ts'

const saveLimit = { name: 'search-save', max: 30, perSeconds: 3600 }

export const searchRoutes: RoutePlugin = async (app, { db, config }) => {
  app.addHook('onRequest', requireUser)

  app.get('/searches', { schema: calls['GET /searches'] }, async (request) => ({
    searches: (await listWatchedSearches(db, request.user.id)).map((search) => ({
      ...presentSearch(search),
      new_count: search.newCount,
    })),
  }))

  app.post('/searches', { schema: calls['POST /searches'] }, async (request, reply) => {
    const { id: userId, sessionId } = request.user
    await limitTries(db, saveLimit, userId, config.keys.blindIndex)
    const input = { userId, sessionId, wanted: readWanted(request.query) }
    const search = await inTransaction(db, (tx) => saveSearch(tx, input))
    return reply.code(201).send(presentSearch(search))
  })

  const foundSchema = calls['GET /searches/:id/listings']
  app.get('/searches/:id/listings', { schema: foundSchema }, async (request) => {
    const { id } = request.params
    const { page, limit } = request.query
    const search = await findSearch(db, { id, userId: request.user.id })
    if (!search) throw new AppError('search_not_found')
    const { cards, total } = await listFound(db, { searchId: id, page, limit })
    return { listings: cards.map(presentFound), pages: Math.ceil(total / limit), total }
  })

  app.put('/searches/:id', { schema: calls['PUT /searches/:id'] }, async (request) => {
    const { id: userId, sessionId } = request.user
    const { id: searchId } = request.params
    const input = { userId, sessionId, searchId, wanted: readWanted(request.query) }
    return presentSearch(await inTransaction(db, (tx) => editSearch(tx, input)))
  })

  app.post(
    '/searches/:id/look',
    { schema: calls['POST /searches/:id/look'] },
    async (request, reply) => {
      const { id: userId, sessionId } = request.user
      const input = { userId, sessionId, searchId: request.params.id }
      await inTransaction(db, (tx) => lookAtSearch(tx, input))
      return reply.code(204).send(null)
    },
  )

  app.delete('/searches/:id', { schema: calls['DELETE /searches/:id'] }, async (request, reply) => {
    const { id: userId, sessionId } = request.user
    const input = { userId, sessionId, searchId: request.params.id }
    await inTransaction(db, (tx) => removeSearch(tx, input))
    return reply.code(204).send(null)
  })
}

const presentSearch = ({ id, wanted, createdAt, lookedAt }: Search) => ({
  id,
  query: writeQuery(wanted),
  label: describeSearch(wanted),
  created_at: createdAt.toISOString(),
  looked_at: lookedAt?.toISOString() ?? null,
})

const presentFound = ({ foundAt, isNew, ...card }: FoundCard) => ({
  ...presentCard(card),
  found_at: foundAt.toISOString(),
  is_new: isNew,
})
