import { calls } from '@pier/protocol/calls/calls'
import { inTransaction } from '../../platform/db/database.ts'
import type { RoutePlugin } from '../../platform/http/app.ts'
import { requireUser } from '../../platform/http/require-user.ts'
import { limitTries } from '../../platform/limits.ts'
import { readWanted } from './read-wanted.ts'
import { describeSearch, writeQuery } from './search-words.ts'
import { listSearches, type Search } from './searches.repository.ts'
import { removeSearch, saveSearch } from './searches.service.ts'

const saveLimit = { name: 'search-save', max: 30, perSeconds: 3600 }

export const searchRoutes: RoutePlugin = async (app, { db, config }) => {
  app.addHook('onRequest', requireUser)

  app.get('/searches', { schema: calls['GET /searches'] }, async (request) => ({
    searches: (await listSearches(db, request.user.id)).map(presentSearch),
  }))

  app.post('/searches', { schema: calls['POST /searches'] }, async (request, reply) => {
    const { id: userId, sessionId } = request.user
    await limitTries(db, saveLimit, userId, config.keys.blindIndex)
    const input = { userId, sessionId, wanted: readWanted(request.query) }
    const search = await inTransaction(db, (tx) => saveSearch(tx, input))
    return reply.code(201).send(presentSearch(search))
  })

  app.delete('/searches/:id', { schema: calls['DELETE /searches/:id'] }, async (request, reply) => {
    const { id: userId, sessionId } = request.user
    const input = { userId, sessionId, searchId: request.params.id }
    await inTransaction(db, (tx) => removeSearch(tx, input))
    return reply.code(204).send(null)
  })
}

const presentSearch = ({ id, wanted, createdAt }: Search) => ({
  id,
  query: writeQuery(wanted),
  label: describeSearch(wanted),
  created_at: createdAt.toISOString(),
})
