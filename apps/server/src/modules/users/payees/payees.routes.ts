import { calls } from '@pier/protocol/calls/calls'
import { contractOf, railOf } from '@pier/protocol/rails'
import type { FastifyRequest } from 'fastify'
import { inTransaction, readClock } from '../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { requireUser } from '../../../platform/http/require-user.ts'
import { followPayee } from '../../loans/loans.service.ts'
import { clientOf } from '../account/client.ts'
import { readOwnPayees, savePayee, stopPayeeChange, type OwnPayee } from './payees.service.ts'
import { openUserClients } from '../account/user-clients.ts'

const callerOf = (request: FastifyRequest) => ({
  userId: request.user.id,
  sessionId: request.user.sessionId,
  client: clientOf(request),
})

export const payeeRoutes: RoutePlugin = async (app, { db, config }) => {
  const clients = await openUserClients(config)
  app.addHook('onRequest', requireUser)

  const read = async (userId: string) => {
    const payees = await readOwnPayees(db, clients, { userId, now: await readClock(db) })
    return { details: payees.map(presentPayee) }
  }

  app.get('/users/payout-details', { schema: calls['GET /users/payout-details'] }, (request) =>
    read(request.user.id),
  )

  app.put(
    '/users/payout-details',
    { schema: calls['PUT /users/payout-details'] },
    async (request) => {
      const caller = callerOf(request)
      await inTransaction(db, async (tx) => {
        const payee = await savePayee(tx, clients, { ...caller, details: request.body })
        if (payee)
          await followPayee(tx, {
            ...payee,
            kind: payee.activeFrom > tx.now ? 'changePayee' : 'givePayee',
          })
      })
      return read(caller.userId)
    },
  )

  app.delete(
    '/users/payout-details/:rail',
    { schema: calls['DELETE /users/payout-details/:rail'] },
    async (request) => {
      const caller = callerOf(request)
      const rail = railOf(Number(request.params.rail))
      await inTransaction(db, async (tx) => {
        const isStopped = await stopPayeeChange(tx, clients, { ...caller, rail })
        if (isStopped) await followPayee(tx, { userId: caller.userId, rail, kind: 'keepPayee' })
      })
      return read(caller.userId)
    },
  )
}

const presentPayee = ({ rail, hint, lines, activeFrom, isActive, createdAt }: OwnPayee) => ({
  rail: contractOf(rail),
  hint,
  lines,
  active_from: activeFrom.toISOString(),
  is_active: isActive,
  created_at: createdAt.toISOString(),
})
