/** What is read beside a loan to show it. */
import type { Kysely } from 'kysely'
import type { DB } from '../../platform/db/db-types.ts'

export async function findValueCents(
  db: Kysely<DB>,
  { name, now }: { name: string; now: Date },
): Promise<number | null> {
  const row = await db
    .selectFrom('valuations')
    .select('amountCents')
    .where('name', '=', name)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? Number(row.amountCents) : null
}

export async function findNameOfUser(db: Kysely<DB>, id: string): Promise<string> {
  const row = await db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? ''
}
