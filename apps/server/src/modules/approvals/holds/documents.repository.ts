import type { Insertable, Kysely } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, Documents } from '../../../platform/db/db-types.ts'
import type { Place } from '../../contracts/contracts.service.ts'

export async function insertDocument(tx: Tx, document: Insertable<Documents>): Promise<void> {
  await tx.insertInto('documents').values(document).execute()
}

export const findDocument = (db: Kysely<DB>, id: string) =>
  db.selectFrom('documents').selectAll().where('id', '=', id).executeTakeFirst()

export async function hasDocument(db: Kysely<DB>, id: string): Promise<boolean> {
  const found = db.selectFrom('documents').select('id').where('id', '=', id)
  return (await found.executeTakeFirst()) !== undefined
}

export async function listIds(
  db: Kysely<DB>,
  inside: 'database' | 'bucket',
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('sealed', inside === 'database' ? 'is not' : 'is', null)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export const findPlace = (db: Kysely<DB>, id: string): Promise<Place | undefined> =>
  db
    .selectFrom('documents')
    .select(['sealed', 'objectName', 'objectSha256'])
    .where('id', '=', id)
    .executeTakeFirst()

export async function savePlace(tx: Tx, id: string, place: Place): Promise<void> {
  await tx
    .updateTable('documents')
    .set(place)
    .where('id', '=', id)
    .where('sealed', place.sealed ? 'is' : 'is not', null)
    .execute()
}
