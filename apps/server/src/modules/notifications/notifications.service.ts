/**
 * Owns what we tell people: in the app, live in every open tab, and by mail. All of it is written in
 * the transaction that causes it, so it is told if, and only if, that commits. The mail's job talks
 * to the relay; see notifications.jobs.ts.
 */
import { notificationKinds, type NotificationKind } from '@pier/protocol/notification-kinds'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { deleteLiveEventsOfUser, publish } from '../../platform/live/publish.ts'
import type { MailPage } from '../../providers/mail/mail-page.ts'
import {
  deleteNotificationsOfUser,
  deleteUnwanted,
  findMailAddress,
  insertMail,
  insertNotification,
  insertUnwanted,
  isUnwanted,
  listAllNotifications,
} from './notifications.repository.ts'
import { presentNotification } from './present-notification.ts'

/** One to a box of ours is to no user. `aboutId` is what one that the relay refuses is followed up by. */
export type Mail = {
  userId: string | null
  to: string
  kind: string
  page: MailPage
  aboutId?: string
}

/** `link` is a path under /app. `isMessage` is chat and offers: those stand under alerts. */
export type Notice = {
  userId: string
  kind: NotificationKind
  body: string
  link: string
  isMessage?: boolean
  mail?: MailPage
  aboutId?: string
}

export async function notify(tx: Tx, { mail, aboutId, isMessage = false, ...notice }: Notice) {
  const row = await insertNotification(tx, { ...notice, isMessage })
  const data = { type: 'notification', notification: presentNotification(row) }
  await publish(tx, { userId: notice.userId, type: 'notification', data })
  if (!mail || (await isUnwanted(tx, notice))) return
  const to = await findMailAddress(tx, notice.userId)
  const page = { opens: { label: 'Open', path: notice.link }, ...mail }
  const { userId, kind } = notice
  if (to) await sendMail(tx, { userId, to, kind, page, ...(aboutId && { aboutId }) })
}

export async function sendMail(tx: Tx, mail: Mail): Promise<void> {
  const mailId = await insertMail(tx, mail)
  await enqueue(tx, 'notifications.send-mail', { mailId })
}

/** Part of a user's copy of their data. */
export const collectNotices = listAllNotifications

/** A user is gone: so is what we told them, but for the mail on its way. */
export async function eraseNotices(tx: Tx, userId: string): Promise<void> {
  await deleteNotificationsOfUser(tx, userId)
  await deleteLiveEventsOfUser(tx, userId)
}

/** Says which kinds are mailed. What concerns payments, defaults and safety always is. */
export async function savePreferences(
  tx: Tx,
  { userId, mail }: { userId: string; mail: { [kind in NotificationKind]?: boolean | undefined } },
): Promise<void> {
  for (const kind of Object.keys(notificationKinds) as NotificationKind[]) {
    if (mail[kind] === undefined) continue
    if (mail[kind]) {
      await deleteUnwanted(tx, { userId, kind })
    } else {
      if (!notificationKinds[kind].isOptional) throw new AppError('mail_required', { field: kind })
      await insertUnwanted(tx, { userId, kind })
    }
  }
}

/** For the rare mail that must not be kept, and is therefore sent by whoever wrote it. */
export const mailAddressOf = findMailAddress
