import type { NotificationKind } from '@pier/protocol/notification-kinds'
import { sql, type Selectable } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Notifications } from '../../platform/db/db-types.ts'
import type { MailPage } from '../../providers/mail/mail-page.ts'

export type NotificationRow = Selectable<Notifications>

/** `userId` is null for our own mailboxes. `aboutId` is the loan to act on if the relay refuses. */
export type Mail = {
  userId: string | null
  to: string
  kind: string
  page: MailPage
  aboutId?: string
}

/** `link` is a path under /app. `isMessage` is for chat and offers, which are shown as alerts. */
export type Notice = {
  userId: string
  kind: NotificationKind
  body: string
  link: string
  isMessage?: boolean
  mail?: MailPage
  aboutId?: string
}

/** Returns each with the user's email address and the kinds they do not want by mail. */
export async function insertNotifications(
  tx: Tx,
  notices: Notice[],
): Promise<(NotificationRow & MailReader)[]> {
  const rows = notices.map(({ userId, kind, body, link, isMessage = false }) => ({
    userId,
    kind,
    body,
    link,
    isMessage,
    createdAt: tx.now,
  }))
  return tx
    .with('added', (db) => db.insertInto('notifications').values(rows).returningAll())
    .selectFrom('added')
    .innerJoin('users', 'users.id', 'added.userId')
    .selectAll('added')
    .select([
      'users.email',
      sql<string[]>`array(select kind from unwanted_mails where user_id = users.id)`.as('unwanted'),
    ])
    .execute()
}

/** The newest messages and other notifications, each with the unread count of its group. */
export async function listNotificationsOfUser(
  db: Db,
  { userId, limit }: { userId: string; limit: number },
): Promise<(NotificationRow & { unread: number })[]> {
  const { rows } = await sql<NotificationRow & { unread: number }>`
    select newest.*, (select count(*)::int from notifications
        where user_id = ${userId} and is_message = kind.is_message and read_at is null) as unread
    from (values (true), (false)) as kind (is_message)
    cross join lateral (select * from notifications
      where user_id = ${userId} and is_message = kind.is_message
      order by created_at desc, id limit ${limit}) as newest
    order by newest.created_at desc, newest.is_message desc, newest.id
  `.execute(db)
  return rows
}

/** Gives false when it is not there or not theirs. A second click changes nothing. */
export async function markRead(
  tx: Tx,
  { userId, notificationId }: { userId: string; notificationId: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('notifications')
    .set((notification) => ({
      readAt: notification.fn.coalesce('readAt', notification.val(tx.now)),
    }))
    .where('id', '=', notificationId)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function markAllRead(
  tx: Tx,
  { userId, isMessage }: { userId: string; isMessage: boolean },
): Promise<void> {
  await tx
    .updateTable('notifications')
    .set({ readAt: tx.now })
    .where('userId', '=', userId)
    .where('isMessage', '=', isMessage)
    .where('readAt', 'is', null)
    .execute()
}

export async function findMailAddress(tx: Tx, userId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.email ?? null
}

type Unwanted = { userId: string; kind: string }

type MailReader = { email: string | null; unwanted: string[] }

export async function listUnwanted(db: Db | Tx, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('unwantedMails')
    .select('kind')
    .where('userId', '=', userId)
    .execute()
  return rows.map(({ kind }) => kind)
}

export async function insertUnwanted(tx: Tx, unwanted: Unwanted): Promise<void> {
  await tx
    .insertInto('unwantedMails')
    .values(unwanted)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteUnwanted(tx: Tx, { userId, kind }: Unwanted): Promise<void> {
  await tx
    .deleteFrom('unwantedMails')
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .execute()
}

export async function insertMails(tx: Tx, mails: Mail[]): Promise<string[]> {
  const values = mails.map(({ userId, to, kind, page, aboutId = null }) => ({
    userId,
    toAddress: to,
    kind,
    aboutId,
    page: JSON.stringify(page),
    createdAt: tx.now,
  }))
  const rows = await tx.insertInto('mails').values(values).returning('id').execute()
  return rows.map(({ id }) => id)
}

export async function findWaitingMail(db: Db, id: string) {
  return db
    .selectFrom('mails')
    .select(['id', 'userId', 'toAddress', 'kind', 'page', 'aboutId', 'createdAt'])
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirst()
}

type SettledMail = { status: 'sent' | 'refused'; maskedTo: string; error?: string | null }

/** Clears page and address: the links and the recipient are not kept after sending. */
export async function settleMail(
  tx: Tx,
  id: string,
  { status, maskedTo, error = null }: SettledMail,
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ status, error, page: null, toAddress: null, maskedTo, settledAt: tx.now })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute()
}

/** For a mail that was sent without having been stored. Sent a second time it is still one. */
export async function insertSentMail(
  tx: Tx,
  mail: { id: string; userId: string; kind: string; maskedTo: string },
): Promise<void> {
  await tx
    .insertInto('mails')
    .values({ ...mail, status: 'sent', createdAt: tx.now, settledAt: tx.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteOldMails(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('mails')
    .where('id', 'in', (query) =>
      query
        .selectFrom('mails')
        .select('id')
        .where('createdAt', '<', before)
        .where('status', '!=', 'waiting')
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** All notifications of a user, for the export of their data. */
export async function listAllNotifications(db: Db, userId: string) {
  return db
    .selectFrom('notifications')
    .select(['kind', 'body', 'createdAt', 'readAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

export async function deleteNotificationsOfUser(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('notifications').where('userId', '=', userId).execute()
  await tx.deleteFrom('unwantedMails').where('userId', '=', userId).execute()
}
