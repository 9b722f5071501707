/**
 * Owns notifications: in the app, live in every open tab, and by mail. They are written in the
 * transaction that causes them, so they are sent if, and only if, it commits. A job hands mails to
 * the relay; see notifications.jobs.ts.
 */
import { notificationKinds, type NotificationKind } from '@pier/protocol/notification-kinds'
import { AppError } from '../../platform/app-error.ts'
import { maskEmail } from '../../platform/mask-email.ts'
import { writeAtEnd, type Outbox, type Tx } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { deleteLiveEventsOfUser, publish } from '../../platform/live/publish.ts'
import {
  deleteNotificationsOfUser,
  deleteUnwanted,
  findMailAddress,
  insertMails,
  insertNotifications,
  insertSentMail,
  insertUnwanted,
  listAllNotifications,
  type Mail,
  type Notice,
  type NotificationRow,
} from './notifications.repository.ts'

export const notify = (tx: Tx, notice: Notice): Promise<void> =>
  writeAtEnd(tx, noticeOutbox, notice)

const noticeOutbox: Outbox<Notice> = {
  turn: 1,
  async write(tx, notices) {
    const rows = await insertNotifications(tx, notices)
    for (const row of rows) {
      const data = { type: 'notification', notification: presentNotification(row) }
      await publish(tx, { userId: row.userId, type: 'notification', data })
    }
    const readers = new Map(rows.map((row) => [row.userId, row]))
    for (const { userId, kind, link, mail, aboutId } of notices) {
      const reader = readers.get(userId)
      if (!mail || !reader?.email || reader.unwanted.includes(kind)) continue
      const page = { opens: { label: 'Open', path: link }, ...mail }
      await sendMail(tx, { userId, to: reader.email, kind, page, ...(aboutId && { aboutId }) })
    }
  },
}

export const sendMail = (tx: Tx, mail: Mail): Promise<void> => writeAtEnd(tx, mailOutbox, mail)

const mailOutbox: Outbox<Mail> = {
  turn: 2,
  async write(tx, mails) {
    const ids = await insertMails(tx, mails)
    for (const mailId of ids) await enqueue(tx, 'notifications.send-mail', { mailId })
  },
}

/** For the export of a user's data. */
export const collectNotices = listAllNotifications

/** Deletes the notifications of a deleted user. Mails on their way are still sent. */
export async function eraseNotices(tx: Tx, userId: string): Promise<void> {
  await deleteNotificationsOfUser(tx, userId)
  await deleteLiveEventsOfUser(tx, userId)
}

/** Sets which kinds are mailed. Payments, defaults and security always are. */
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

/** For the rare mail that must not be stored, and is sent directly by its author. */
export const mailAddressOf = findMailAddress

/** That it was sent, so that support hears when it comes back. */
export const recordSentMail = (
  tx: Tx,
  { to, ...mail }: { id: string; userId: string; kind: string; to: string },
): Promise<void> => insertSentMail(tx, { ...mail, maskedTo: maskEmail(to) })

/** The wire view, the same in the list and in the live stream. */
export function presentNotification(row: NotificationRow) {
  return {
    id: row.id,
    body: row.body,
    link: row.link,
    created_at: row.createdAt.toISOString(),
    message: row.isMessage,
    read: row.readAt !== null,
    kind: row.kind as NotificationKind, // Written by `notify` only.
  }
}
