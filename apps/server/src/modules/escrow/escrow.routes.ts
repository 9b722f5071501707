import { calls } from '@pier/protocol/calls/calls'
import { inTransaction } from '../../platform/db/database.ts'
import type { RoutePlugin } from '../../platform/http/app.ts'
import { requireUser } from '../../platform/http/require-user.ts'
import { lockCaller } from '../users/caller.service.ts'
import { acceptOffer } from './escrow.service.ts'

export const escrowRoutes: RoutePlugin = async (app, { db }) => {
  app.addHook('onRequest', requireUser)

  app.post('/escrow/accept', { schema: calls['POST /escrow/accept'] }, async (request, reply) => {
    const { id: userId, sessionId } = request.user
    const { offerId, version } = request.body
    const escrow = await inTransaction(db, async (tx) => {
      await lockCaller(tx, { userId, sessionId })
      return acceptOffer(tx, { userId, offerId, version })
    })
    return reply.code(201).send({ id: escrow.id })
  })
}
