import type { Insertable, Kysely } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, Documents } from '../../../platform/db/db-types.ts'

export async function insertDocument(tx: Tx, document: Insertable<Documents>): Promise<void> {
  await tx.insertInto('documents').values(document).execute()
}

export const findDocument = (db: Kysely<DB>, id: string) =>
  db.selectFrom('documents').selectAll().where('id', '=', id).executeTakeFirst()

export async function hasDocument(db: Kysely<DB>, id: string): Promise<boolean> {
  const found = db.selectFrom('documents').select('id').where('id', '=', id)
  return (await found.executeTakeFirst()) !== undefined
}
