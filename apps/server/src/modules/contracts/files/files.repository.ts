import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, EscrowFiles } from '../../../platform/db/db-types.ts'
import type { Place } from './file-store.ts'

export type FileRow = Selectable<EscrowFiles>

export async function insertFile(tx: Tx, file: Insertable<EscrowFiles>): Promise<void> {
  await tx.insertInto('escrowFiles').values(file).execute()
}

export function findFile(db: Kysely<DB>, id: string): Promise<FileRow | undefined> {
  return db.selectFrom('escrowFiles').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The metadata of a file, without content. */
const described = [
  'id',
  'kind',
  'number',
  'name',
  'type',
  'size',
  'sha256',
  'addedBy',
  'createdAt',
] as const

/** Oldest first. */
export function listFilesOfLoan(db: Kysely<DB>, escrowId: string) {
  return db
    .selectFrom('escrowFiles')
    .select([...described])
    .where('escrowId', '=', escrowId)
    .orderBy('createdAt')
    .orderBy('number')
    .orderBy('id')
    .execute()
}

export async function listIds(
  db: Kysely<DB>,
  inside: 'database' | 'bucket',
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('escrowFiles')
    .select('id')
    .where('sealed', inside === 'database' ? 'is not' : 'is', null)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export const findPlace = (db: Kysely<DB>, id: string): Promise<Place | undefined> =>
  db
    .selectFrom('escrowFiles')
    .select(['sealed', 'objectName', 'objectSha256'])
    .where('id', '=', id)
    .executeTakeFirst()

export async function savePlace(tx: Tx, id: string, place: Place): Promise<void> {
  await tx
    .updateTable('escrowFiles')
    .set(place)
    .where('id', '=', id)
    .where('sealed', place.sealed ? 'is' : 'is not', null)
    .execute()
}
