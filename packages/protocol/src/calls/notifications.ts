import { z } from 'zod'
import { notificationKinds, type NotificationKind } from '../notification-kinds.ts'
import { id, nothing, time } from './schemas.ts'

const tags = ['notifications']
const kind = z.enum(Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]])

export const notificationSchema = z.object({
  id,
  body: z.string(),
  link: z.string().describe('A path under /app'),
  created_at: time,
  message: z.boolean().describe('Shown under alerts; all others under notifications'),
  read: z.boolean(),
  kind,
})

export const listNotificationsCall = {
  tags,
  summary: 'The newest notifications of the person who is logged in, at most 50 of each flag',
  response: {
    200: z.object({
      notifications: z.array(notificationSchema),
      unread_alerts: z.int(),
      unread_notifications: z.int(),
    }),
  },
}

export const markNotificationReadCall = {
  tags,
  summary: 'Mark one notification read',
  params: z.strictObject({ id }),
  body: z.strictObject({ read: z.literal(true) }),
  response: { 204: nothing },
}

export const markAllReadCall = {
  tags,
  summary: 'Mark all notifications with this message flag read',
  body: z.strictObject({ message: z.boolean() }),
  response: { 204: nothing },
}

export const unsubscribeCall = {
  tags,
  summary: 'Turn off the kind of mail that this link came with. Needs no login, and takes any form',
  params: z.strictObject({ token: z.string().regex(/^[\w.-]{1,160}$/) }),
  response: { 200: z.object({ kind }) },
}

const preferences = z.record(kind, z.boolean())

export const getPreferencesCall = {
  tags,
  summary: 'Which kinds of notification are mailed too',
  response: { 200: z.object({ mail: preferences }) },
}

export const savePreferencesCall = {
  tags,
  summary: 'Turn the mail of a kind on or off. Payments, defaults and safety cannot be turned off',
  body: z.strictObject({ mail: z.partialRecord(kind, z.boolean()) }),
  response: { 204: nothing },
}
