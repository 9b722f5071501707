import { sql, type Kysely } from 'kysely'
import { invariant } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'

type Key = { escrowId: string; userId: string }

/** To be sent in one statement with the event that tells of it. */
export const insertionOfMessage = (
  tx: Tx,
  message: Key & { id: string; body: string; fileId: string | null },
) => tx.insertInto('escrowMessages').values({ ...message, createdAt: tx.now })

/** What the next message of somebody depends on. */
export type Chat = {
  /** The last one, whoever wrote it. */
  last: { id: string; userId: string; body: string; fileId: string | null; createdAt: Date } | null
  /** What they wrote last themselves, in the order they were written. */
  own: string[]
  /** Whether the other side has yet to read something of theirs. */
  hasUnread: boolean
  toldAt: Date | null
  mailedAt: Date | null
}

export async function readChat(
  db: Kysely<DB>,
  { escrowId, userId, otherId, count }: Key & { otherId: string; count: number },
): Promise<Chat> {
  const { rows } = await sql<
    Omit<Chat, 'last'> & {
      last: (Omit<NonNullable<Chat['last']>, 'createdAt'> & { createdAt: string }) | null
    }
  >`
    select
      (select json_build_object('id', id, 'userId', user_id, 'body', body, 'fileId', file_id,
          'createdAt', created_at)
        from escrow_messages where escrow_id = ${escrowId} order by number desc limit 1) as last,
      array(select body from (
        select body, number from escrow_messages
        where escrow_id = ${escrowId} and user_id = ${userId}
        order by number desc limit ${count}) as newest order by number) as own,
      coalesce((select number from escrow_messages
        where escrow_id = ${escrowId} and user_id = ${userId}
        order by number desc limit 1) > coalesce(mark.number, 0), false) as has_unread,
      mark.told_at, mark.mailed_at
    from (select) as one
    left join escrow_reads as mark on mark.escrow_id = ${escrowId} and mark.user_id = ${otherId}
  `.execute(db)
  const [row] = rows
  invariant(row, 'one row is asked for')
  return { ...row, last: row.last && { ...row.last, createdAt: new Date(row.last.createdAt) } }
}

/**
 * The newest of a chat, in the order they were written. The few who write are looked up once, not for
 * each of their messages.
 */
export async function listMessages(
  db: Kysely<DB>,
  { escrowId, limit }: { escrowId: string; limit?: number },
) {
  const rows = await db
    .with('message', (query) =>
      query
        .selectFrom('escrowMessages')
        .select(['id', 'userId', 'body', 'createdAt', 'fileId', 'number'])
        .where('escrowId', '=', escrowId)
        .orderBy('number', 'desc')
        .$if(limit !== undefined, (some) => some.limit(limit ?? 0)),
    )
    .with(
      (name) => name('writer').materialized(),
      (query) =>
        query
          .selectFrom('users')
          .select(['id', 'name'])
          .where('id', 'in', (one) => one.selectFrom('message').select('userId').distinct()),
    )
    .selectFrom('message')
    .innerJoin('writer', 'writer.id', 'message.userId')
    .leftJoin('escrowFiles as file', 'file.id', 'message.fileId')
    .select([
      'message.id',
      'message.userId',
      'message.body',
      'message.createdAt',
      'writer.name',
      'message.fileId',
      'file.name as fileName',
      'file.number as fileNumber',
    ])
    .orderBy('message.number', 'desc')
    .execute()
  return rows.toReversed()
}

/** As many messages as can be on their way at once: each side may send 30 a minute. */
const underWayMax = 100

/**
 * What this side has not read, and how far the other one has. Of two messages sent at once the later
 * number may have the earlier time, so the latest time is looked for among the last ones read.
 */
export async function readMarks(
  db: Kysely<DB>,
  { escrowId, userId }: Key,
): Promise<{ unread: number; otherReadUntil: Date | null }> {
  const { rows } = await sql<{ unread: number; otherReadUntil: Date | null }>`
    select
      (select count(*)::int from escrow_messages
        where escrow_id = ${escrowId} and user_id = other.id and number > coalesce(
          (select number from escrow_reads where escrow_id = ${escrowId} and user_id = ${userId}), 0)
      ) as unread,
      (select max(created_at) from (
        select created_at from escrow_messages where escrow_id = ${escrowId} and number <= (
          select number from escrow_reads where escrow_id = ${escrowId} and user_id = other.id)
        order by number desc limit ${sql.lit(underWayMax)}) as last_read) as other_read_until
    from (select case borrower_id when ${userId} then lender_id else borrower_id end as id
      from escrows where id = ${escrowId}) as other
  `.execute(db)
  return rows[0] ?? { unread: 0, otherReadUntil: null }
}

/** Gives false when all of it had been read before. */
export async function saveReadMark(tx: Tx, { escrowId, userId }: Key): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into escrow_reads (escrow_id, user_id, number)
    select ${escrowId}, ${userId}, number from (
      select number from escrow_messages where escrow_id = ${escrowId}
      order by number desc limit 1) as last
    on conflict (escrow_id, user_id) do update set number = excluded.number
    where escrow_reads.number < excluded.number
  `.execute(tx)
  return numAffectedRows > 0n
}

/** Likewise. */
export function savingOfTold(tx: Tx, { escrowId, userId, isMailed }: Key & { isMailed: boolean }) {
  const told = { toldAt: tx.now, ...(isMailed && { mailedAt: tx.now }) }
  return tx
    .insertInto('escrowReads')
    .values({ escrowId, userId, number: 0, ...told })
    .onConflict((conflict) => conflict.columns(['escrowId', 'userId']).doUpdateSet(told))
}

/** Everything somebody wrote, for their copy of their data. */
export function listMessagesOfUser(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom('escrowMessages')
    .innerJoin('escrows', 'escrows.id', 'escrowMessages.escrowId')
    .select(['escrows.code as loan', 'body', 'escrowMessages.createdAt'])
    .where('escrowMessages.userId', '=', userId)
    .orderBy('escrowMessages.number')
    .execute()
}
