import type { ContactTopic } from '@pier/protocol/labels'
import { sql, type Kysely } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'

export type NewMessage = { name: string; email: string; topic: ContactTopic; message: string }

export async function insertMessage(tx: Tx, message: NewMessage): Promise<void> {
  await tx
    .insertInto('contactMessages')
    .values({ ...message, createdAt: tx.now })
    .execute()
}

export async function countOpenMessages(tx: Tx, email: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from contact_messages
    where lower(email) = lower(${email}) and closed_at is null
  `.execute(tx)
  return rows[0]?.count ?? 0
}

export type Message = NewMessage & {
  id: string
  createdAt: Date
  closedAt: Date | null
  operator: string | null
  answer: string | null
  others: number
}

export async function findMessage(db: Kysely<DB>, id: string): Promise<Message | undefined> {
  const { rows } = await sql<Message>`
    select m.*, o.name as operator,
      (select count(*)::int from contact_messages
        where lower(email) = lower(m.email) and id <> m.id) as others
    from contact_messages as m left join operators as o on o.id = m.closed_by where m.id = ${id}
  `.execute(db)
  return rows[0]
}

type Closing = { id: string; operatorId: string; answer: string | null }

/** The address it came from; undefined if it is closed already, or not there. */
export async function closeMessageRow(
  tx: Tx,
  { id, operatorId, answer }: Closing,
): Promise<string | undefined> {
  const row = await tx
    .updateTable('contactMessages')
    .set({ closedAt: tx.now, closedBy: operatorId, answer })
    .where('id', '=', id)
    .where('closedAt', 'is', null)
    .returning('email')
    .executeTakeFirst()
  return row?.email
}
