import type { NotificationKind } from '@pier/protocol/notification-kinds'
import { sql, type Selectable } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Notifications } from '../../platform/db/db-types.ts'
import type { MailPage } from '../../providers/mail/mail-page.ts'

export type NotificationRow = Selectable<Notifications>

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

export async function insertNotifications(tx: Tx, notices: Notice[]): Promise<NotificationRow[]> {
  const rows = notices.map(({ userId, kind, body, link, isMessage = false }) => ({
    userId,
    kind,
    body,
    link,
    isMessage,
    createdAt: tx.now,
  }))
  return tx.insertInto('notifications').values(rows).returningAll().execute()
}

/** The newest of one flag, and how many of all of them are unread. */
export async function listNotificationsOfUser(
  db: Db,
  { userId, isMessage, limit }: { userId: string; isMessage: boolean; limit: number },
) {
  const rows = await db
    .selectFrom('notifications')
    .selectAll()
    .where('userId', '=', userId)
    .where('isMessage', '=', isMessage)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  const { unread } = await db
    .selectFrom('notifications')
    .select((row) => row.fn.countAll<string>().as('unread'))
    .where('userId', '=', userId)
    .where('isMessage', '=', isMessage)
    .where('readAt', 'is', null)
    .executeTakeFirstOrThrow()
  return { rows, unread: Number(unread) }
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

/** Where each of them reads mail, and what of it they do not want. */
export async function listMailReaders(tx: Tx, userIds: string[]): Promise<Map<string, MailReader>> {
  const { rows } = await sql<MailReader & { id: string }>`
    select id, email, array(select kind from unwanted_mails where user_id = users.id) as unwanted
    from users where id = any(${userIds}::uuid[])
  `.execute(tx)
  return new Map(rows.map(({ id, ...reader }) => [id, reader]))
}

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
    .select(['id', 'userId', 'toAddress', 'kind', 'page', 'aboutId'])
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirst()
}

/** Page and address go with the sending: links and people are nobody's business afterwards. */
export async function settleMail(
  tx: Tx,
  id: string,
  { status, error = null }: { status: 'sent' | 'refused'; error?: string | null },
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ status, error, page: null, toAddress: null, settledAt: tx.now })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
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

/** Everything ever told to a user, for their copy of their data. */
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
