import { randomUUID } from 'node:crypto'
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

/** A notice whose id is known before it is written. */
export type NewNotice = Notice & { id: string }

/**
 * Writes notices and their mails in one statement. Whoever has no address, or does not want this kind
 * by mail, gets none. Returns the ids of the mails, in the order of the notices.
 */
export async function insertNotices(tx: Tx, notices: NewNotice[]): Promise<string[]> {
  const rows = notices.map(({ id, userId, kind, body, link, isMessage = false }) => ({
    id,
    userId,
    kind,
    body,
    link,
    isMessage,
    createdAt: tx.now,
  }))
  const insertion = tx.insertInto('notifications').values(rows)
  const mailed = notices.filter(({ mail }) => mail)
  if (mailed.length === 0) {
    await insertion.execute()
    return []
  }
  const drawn = mailed.map(({ userId, kind, link, mail, aboutId = null }) => {
    const page = { opens: { label: 'Open', path: link }, ...mail }
    return { id: randomUUID(), userId, kind, aboutId, page }
  })
  const { rows: written } = await sql<{ id: string }>`
    with added as (${insertion})
    insert into mails (id, user_id, to_address, kind, about_id, page, created_at)
    select drawn.id, users.id, users.email, drawn.kind, drawn."aboutId", drawn.page, ${tx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(drawn)}::jsonb)
      as drawn (id uuid, "userId" uuid, kind text, "aboutId" uuid, page jsonb)
    join users on users.id = drawn."userId"
    where users.email is not null and not exists (select from unwanted_mails
      where user_id = users.id and unwanted_mails.kind = drawn.kind)
    returning id
  `.execute(tx)
  const ids = new Set(written.map(({ id }) => id))
  return drawn.map(({ id }) => id).filter((id) => ids.has(id))
}

/** The newest messages and other notifications, each with the unread count of its group. */
export async function listNotificationsOfUser(
  db: Db,
  { userId, limit }: { userId: string; limit: number },
): Promise<(NotificationRow & { unread: number })[]> {
  const { rows } = await sql<NotificationRow & { unread: number }>`
    with kind as materialized (
      select is_message, (select count(*)::int from notifications
        where user_id = ${userId} and is_message = every.is_message and read_at is null) as unread
      from (values (true), (false)) as every (is_message)
    )
    select newest.*, kind.unread from kind
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

/**
 * For a mail that was sent without having been stored. Sent a second time it is still one: the table
 * cannot say so, because its key has to hold the month, and the job that sends it runs alone.
 */
export async function insertSentMail(
  tx: Tx,
  mail: { id: string; userId: string; kind: string; maskedTo: string },
): Promise<void> {
  const { id, userId, kind, maskedTo } = mail
  await sql`
    insert into mails (id, user_id, kind, masked_to, status, created_at, settled_at)
    select ${id}::uuid, ${userId}::uuid, ${kind}, ${maskedTo}, 'sent', ${tx.now}, ${tx.now}
    where not exists (select from mails where id = ${id})
  `.execute(tx)
}

/** By their ids, and by the time once more: so only partitions that hold older ones are looked at. */
export async function deleteOldMails(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from mails where created_at < ${before} and id = any(array(
      select id from mails where created_at < ${before} and status <> 'waiting'
      order by created_at limit ${limit}))
  `.execute(tx)
  return Number(numAffectedRows)
}

/** The last notice that a sweep has looked at. Its time is as exact as PostgreSQL knows it. */
export type SweptTo = { readAt: string; id: string }

/**
 * Looks at the next notices that were read before this time, in the order in which they were read, and
 * deletes them. Those of a loan that runs or whose name is on hold stay, and so do those of whoever
 * owns a name on hold. As they are looked at once a sweep, they do not slow down the batches after.
 */
export async function deleteReadNotices(
  tx: Tx,
  { before, after, limit }: { before: Date; after: SweptTo | null; limit: number },
): Promise<{ looked: number; sweptTo: SweptTo | null }> {
  const from = after ?? { readAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' }
  const { rows } = await sql<{ looked: number; sweptTo: SweptTo | null }>`
    with looked as materialized (
      select id, user_id, read_at,
        case when link ~ ${`^/app/escrow/${uuidPattern}`} then substr(link, 13, 36)::uuid end as loan_id
      from notifications
      where read_at < ${before} and (read_at, id) > (${from.readAt}::timestamptz, ${from.id}::uuid)
      order by read_at, id limit ${limit}
    ), held as materialized (
      select domain_id, domains.user_id from domain_holds
      join domains on domains.id = domain_holds.domain_id where lifted_at is null
    ), needed as materialized (
      select looked.id from looked join escrows on escrows.id = loan_id
      where ended_at is null or exists (select from held where held.domain_id = escrows.domain_id)
      union all
      select id from looked where exists (select from held where held.user_id = looked.user_id)
    ), deleted as (
      delete from notifications using looked
      where notifications.user_id = looked.user_id and notifications.id = looked.id
        and not exists (select from needed where needed.id = looked.id)
    )
    select (select count(*)::int from looked) as looked,
      (select json_build_object('readAt', read_at::text, 'id', id) from looked
        order by read_at desc, id desc limit 1) as swept_to
  `.execute(tx)
  return rows[0] ?? { looked: 0, sweptTo: null }
}

const uuidPattern = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'

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
