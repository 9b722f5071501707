import { calls } from '@pier/protocol/calls/calls'
import { notificationKinds, type NotificationKind } from '@pier/protocol/notification-kinds'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/db/database.ts'
import type { RoutePlugin } from '../../platform/http/app.ts'
import { requireUser } from '../../platform/http/require-user.ts'
import { listUnwanted, markAllRead, markRead } from './notifications.repository.ts'
import { readNotifications, savePreferences } from './notifications.service.ts'

export const notificationRoutes: RoutePlugin = async (app, { db }) => {
  app.addHook('onRequest', requireUser)

  app.get('/notifications', { schema: calls['GET /notifications'] }, (request) =>
    readNotifications(db, request.user.id),
  )

  app.post(
    '/notifications/:id',
    { schema: calls['POST /notifications/:id'] },
    async (request, reply) => {
      const key = { userId: request.user.id, notificationId: request.params.id }
      if (!(await inTransaction(db, (tx) => markRead(tx, key)))) {
        throw new AppError('notification_not_found')
      }
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/notifications/read-all',
    { schema: calls['POST /notifications/read-all'] },
    async (request, reply) => {
      const which = { userId: request.user.id, isMessage: request.body.message }
      await inTransaction(db, (tx) => markAllRead(tx, which))
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/notifications/preferences',
    { schema: calls['GET /notifications/preferences'] },
    async (request) => {
      const unwanted = await listUnwanted(db, request.user.id)
      const kinds = Object.keys(notificationKinds) as NotificationKind[]
      const mail = Object.fromEntries(kinds.map((kind) => [kind, !unwanted.includes(kind)]))
      return { mail: mail as Record<NotificationKind, boolean> }
    },
  )

  app.post(
    '/notifications/preferences',
    { schema: calls['POST /notifications/preferences'] },
    async (request, reply) => {
      const input = { userId: request.user.id, mail: request.body.mail }
      await inTransaction(db, (tx) => savePreferences(tx, input))
      return reply.code(204).send(null)
    },
  )
}
