import { calls } from '@pier/protocol/calls/calls'
import type { FastifyReply } from 'fastify'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/db/database.ts'
import type { RoutePlugin } from '../../platform/http/app.ts'
import { requireUser } from '../../platform/http/require-user.ts'
import { limitUploads, watchForGone } from '../../platform/http/uploads.ts'
import { orderAgreementsOf } from '../contracts/contracts.service.ts'
import { balanceOf } from '../ledger/ledger.service.ts'
import { acceptLegal } from './account/acceptances.service.ts'
import { bindCookie, clientOf } from './account/client.ts'
import {
  freezeUser,
  requestReset,
  resendVerification,
  resetPassword,
  verifyEmail,
} from './sign-in/mail-links.service.ts'
import { saveProfile } from './personal-data/profile.service.ts'
import { readFirstSteps, readSelf } from './personal-data/read-self.service.ts'
import { refreshSession, type StartedSession } from './sessions/sessions.service.ts'
import { logIn, register } from './sign-in/sign-in.service.ts'
import { openUserClients } from './account/user-clients.ts'

const profileBodyMax = 1024 * 1024

/** Calls that need no login. */
export const signInRoutes: RoutePlugin = async (app, { db, config }) => {
  const clients = await openUserClients(config)

  app.post('/users/login', { schema: calls['POST /users/login'] }, async (request, reply) => {
    const { email, password, mfa } = request.body
    const input = { email, password, mfa: mfa ?? undefined, client: clientOf(request) }
    return replyWithSession(reply, await logIn(db, clients, input))
  })

  app.post('/users/register', { schema: calls['POST /users/register'] }, async (request, reply) => {
    const { terms_version: shownTerms, ...person } = request.body
    const input = { ...person, shownTerms, client: clientOf(request) }
    return replyWithSession(reply, await register(db, clients, input))
  })

  app.post('/users/refresh', { schema: calls['POST /users/refresh'] }, async (request) => {
    const { refreshToken } = request.body
    if (!refreshToken) throw new AppError('refresh_token_missing')
    const input = { refreshToken, client: clientOf(request) }
    return { accessToken: await refreshSession(db, clients, input) }
  })

  app.post(
    '/users/get_reset_token',
    { schema: calls['POST /users/get_reset_token'] },
    async (request, reply) => {
      await requestReset(db, clients, { email: request.body.email, client: clientOf(request) })
      return reply.code(204).send(null)
    },
  )

  app.post('/users/reset', { schema: calls['POST /users/reset'] }, async (request, reply) => {
    await resetPassword(db, clients, { ...request.body, client: clientOf(request) })
    return reply.code(204).send(null)
  })

  app.post(
    '/users/verify-email',
    { schema: calls['POST /users/verify-email'] },
    async (request, reply) => {
      await inTransaction(db, (tx) => verifyEmail(tx, request.body))
      return reply.code(204).send(null)
    },
  )

  app.post('/users/freeze', { schema: calls['POST /users/freeze'] }, async (request, reply) => {
    const input = { token: request.body.token, client: clientOf(request) }
    await inTransaction(db, (tx) => freezeUser(tx, input))
    return reply.code(204).send(null)
  })
}

/** The cookie that ties the session to this browser. It proves nothing by itself. */
function replyWithSession(reply: FastifyReply, { bind, ...tokens }: StartedSession) {
  reply.setCookie(bindCookie, bind, {
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'strict',
    maxAge: 400 * 86_400,
  })
  return tokens
}

export const profileRoutes: RoutePlugin = async (app, { db, config }) => {
  const clients = await openUserClients(config)
  const goneOf = watchForGone(app)
  app.addHook('onRequest', requireUser)

  app.get('/users/self', { schema: calls['GET /users/self'] }, async (request) =>
    readSelf(db, clients, { userId: request.user.id, ...(await balanceOf(db, request.user.id)) }),
  )

  app.post(
    '/users/profile',
    { schema: calls['POST /users/profile'], bodyLimit: profileBodyMax, ...limitUploads() },
    async (request, reply) => {
      const { id: userId, sessionId } = request.user
      const asked = { userId, sessionId, client: clientOf(request), signal: goneOf(reply) }
      await saveProfile(db, clients, { ...asked, changes: request.body }, (tx) =>
        orderAgreementsOf(tx, userId),
      )
      return reply.code(204).send(null)
    },
  )

  app.post('/users/terms', { schema: calls['POST /users/terms'] }, async (request, reply) => {
    const { id: userId } = request.user
    await inTransaction(db, (tx) => acceptLegal(tx, { userId, ...request.body }))
    return reply.code(204).send(null)
  })

  app.get('/users/first-steps', { schema: calls['GET /users/first-steps'] }, (request) =>
    readFirstSteps(db, request.user.id),
  )

  app.post(
    '/users/verify-email/resend',
    { schema: calls['POST /users/verify-email/resend'] },
    async (request, reply) => {
      await resendVerification(db, clients, request.user.id)
      return reply.code(204).send(null)
    },
  )
}
