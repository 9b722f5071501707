import { calls } from '@pier/protocol/calls/calls'
import type { FastifyRequest } from 'fastify'
import { inTransaction, readClock } from '../../platform/db/database.ts'
import type { RoutePlugin } from '../../platform/http/app.ts'
import { requireUser } from '../../platform/http/require-user.ts'
import { clientOf } from './account/client.ts'
import {
  confirmMfa,
  renewRecoveryCodes,
  startMfa,
  stopMfa,
  unlockMfa,
} from './two-step/mfa.service.ts'
import { listOpenSessions, type Session } from './sessions/sessions.repository.ts'
import { isOpenAt } from './sessions/sessions.service.ts'
import { endOtherSessions, endSessionOfUser, logOut } from './sign-in/sign-out.service.ts'
import { grantStepUp } from './two-step/step-up.service.ts'
import {
  cancelDeletion,
  requestDeletion,
  requestExport,
  takeExport,
} from './personal-data/user-data.service.ts'
import { openUserClients } from './account/user-clients.ts'

const callerOf = (request: FastifyRequest) => ({
  userId: request.user.id,
  sessionId: request.user.sessionId,
  client: clientOf(request),
})

/** Needs no login: the link in the mail replaces it. */
export const mfaUnlockRoutes: RoutePlugin = async (app, { db, config }) => {
  const clients = await openUserClients(config)

  app.post(
    '/users/mfa/unlock',
    { schema: calls['POST /users/mfa/unlock'] },
    async (request, reply) => {
      await unlockMfa(db, clients, { ...request.body, client: clientOf(request) })
      return reply.code(204).send(null)
    },
  )
}

export const mfaRoutes: RoutePlugin = async (app, { db, config }) => {
  const clients = await openUserClients(config)
  app.addHook('onRequest', requireUser)

  app.post('/users/step-up', { schema: calls['POST /users/step-up'] }, async (request, reply) => {
    const { action, object, mfa, password } = request.body
    const proof = { mfa: mfa ?? undefined, password: password ?? undefined }
    await grantStepUp(db, clients, { ...callerOf(request), action, object, ...proof })
    return reply.code(204).send(null)
  })

  app.post('/users/mfa/start', { schema: calls['POST /users/mfa/start'] }, (request) =>
    inTransaction(db, (tx) => startMfa(tx, clients, callerOf(request))),
  )

  app.post('/users/mfa/confirm', { schema: calls['POST /users/mfa/confirm'] }, async (request) => {
    const input = { ...callerOf(request), code: request.body.mfa }
    return { recoveryCodes: await confirmMfa(db, clients, input) }
  })

  app.post(
    '/users/mfa/recovery-codes',
    { schema: calls['POST /users/mfa/recovery-codes'] },
    async (request) => ({
      recoveryCodes: await renewRecoveryCodes(db, clients, callerOf(request)),
    }),
  )

  app.delete('/users/mfa', { schema: calls['DELETE /users/mfa'] }, async (request, reply) => {
    await inTransaction(db, (tx) => stopMfa(tx, clients, callerOf(request)))
    return reply.code(204).send(null)
  })
}

export const sessionRoutes: RoutePlugin = async (app, { db }) => {
  app.addHook('onRequest', requireUser)

  app.post('/users/logout', { schema: calls['POST /users/logout'] }, async (request, reply) => {
    await inTransaction(db, (tx) => logOut(tx, request.user.sessionId))
    return reply.code(204).send(null)
  })

  app.get('/users/sessions', { schema: calls['GET /users/sessions'] }, async (request) => {
    const now = await readClock(db)
    const sessions = await listOpenSessions(db, request.user.id)
    const open = sessions.filter((session) => isOpenAt(session, now))
    return { sessions: open.map((session) => presentSession(session, request.user.sessionId)) }
  })

  app.delete(
    '/users/sessions/:id',
    { schema: calls['DELETE /users/sessions/:id'] },
    async (request, reply) => {
      const { id: userId, sessionId } = request.user
      const endedId = request.params.id
      await inTransaction(db, (tx) => endSessionOfUser(tx, { userId, sessionId }, endedId))
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/users/sessions',
    { schema: calls['DELETE /users/sessions'] },
    async (request, reply) => {
      const { id: userId, sessionId } = request.user
      await inTransaction(db, (tx) => endOtherSessions(tx, { userId, sessionId }))
      return reply.code(204).send(null)
    },
  )
}

function presentSession(session: Session, currentId: string) {
  return {
    id: session.id,
    label: session.label,
    network: session.network,
    bound: session.binding === 'bound',
    current: session.id === currentId,
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.refreshedAt.toISOString(),
  }
}

export const userDataRoutes: RoutePlugin = async (app, { db, config }) => {
  const clients = await openUserClients(config)
  app.addHook('onRequest', requireUser)

  app.post('/users/export', { schema: calls['POST /users/export'] }, async (request, reply) => {
    const id = await inTransaction(db, (tx) => requestExport(tx, callerOf(request)))
    return reply.code(202).send({ id })
  })

  app.get('/users/export/:id', { schema: calls['GET /users/export/:id'] }, (request) => {
    const input = { userId: request.user.id, exportId: request.params.id }
    return inTransaction(db, (tx) => takeExport(tx, clients, input))
  })

  app.post('/users/deletion', { schema: calls['POST /users/deletion'] }, async (request) => {
    const at = await inTransaction(db, (tx) => requestDeletion(tx, clients, callerOf(request)))
    return { deletion_at: at.toISOString() }
  })

  app.delete(
    '/users/deletion',
    { schema: calls['DELETE /users/deletion'] },
    async (request, reply) => {
      await inTransaction(db, (tx) => cancelDeletion(tx, clients, callerOf(request)))
      return reply.code(204).send(null)
    },
  )
}
