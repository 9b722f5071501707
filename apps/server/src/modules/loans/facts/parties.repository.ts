/** Names of users, to show with a loan. */
import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/db-types.ts'

export async function findNameOfUser(db: Kysely<DB>, id: string): Promise<string> {
  const row = await db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? ''
}
