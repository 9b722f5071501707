/**
 * Owns notifications: in the app, live in every open tab, and by mail. They are written in the
 * transaction that causes them, so they are sent if, and only if, it commits. A job hands mails to
 * the relay; see notifications.jobs.ts.
 */
import { randomUUID } from 'node:crypto'
import { notificationKinds, type NotificationKind } from '@pier/protocol/notification-kinds'
import { dayMs } from '@pier/protocol/time'
import { AppError } from '../../platform/app-error.ts'
import { inBatches } from '../../platform/batches.ts'
import { maskEmail } from '../../platform/mask-email.ts'
import { writeAtEnd, type Db, type Outbox, type Tx } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { deleteLiveEventsOfUser, publish } from '../../platform/live/publish.ts'
import {
  deleteNotificationsOfUser,
  deleteReadNotices,
  deleteUnwanted,
  findMailAddress,
  insertMails,
  insertNotices,
  insertSentMail,
  insertUnwanted,
  listAllNotifications,
  listNotificationsOfUser,
  type Mail,
  type Notice,
  type NotificationRow,
  type SweptTo,
} from './notifications.repository.ts'

export type { Notice }

export const notify = (tx: Tx, notice: Notice): Promise<void> =>
  writeAtEnd(tx, noticeOutbox, notice)

const noticeOutbox: Outbox<Notice> = {
  turn: 1,
  async write(tx, notices) {
    const rows = notices.map((notice) => ({ ...notice, id: randomUUID() }))
    const mailIds = await insertNotices(tx, rows)
    for (const { mail: _mail, aboutId: _about, isMessage = false, ...row } of rows) {
      const notification = presentNotification({
        ...row,
        isMessage,
        createdAt: tx.now,
        readAt: null,
      })
      const data = { type: 'notification', notification }
      await publish(tx, { userId: row.userId, type: 'notification', data })
    }
    for (const mailId of mailIds) await enqueue(tx, 'notifications.send-mail', { mailId })
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

/** From when a notice was read. One that nobody has read stays. */
const noticeDaysKept = 90

export async function sweepNotices(db: Db): Promise<void> {
  let after: SweptTo | null = null
  let next: SweptTo | null = null
  await inBatches(db, async (tx, limit) => {
    after = next // The batch before has been committed.
    const before = new Date(tx.now.getTime() - noticeDaysKept * dayMs)
    const { looked, sweptTo } = await deleteReadNotices(tx, { before, after, limit })
    next = sweptTo
    return looked
  })
}

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

const listedMax = 50

/** The newest of a user. */
export async function readNotifications(db: Db, userId: string) {
  const rows = await listNotificationsOfUser(db, { userId, limit: listedMax })
  const unreadOf = (kind: boolean) => rows.find(({ isMessage }) => isMessage === kind)?.unread ?? 0
  return {
    notifications: rows.map(presentNotification),
    unread_alerts: unreadOf(true),
    unread_notifications: unreadOf(false),
  }
}

/** The wire view, the same in the list and in the live stream. */
function presentNotification(row: NotificationRow) {
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
