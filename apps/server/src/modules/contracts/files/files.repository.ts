import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, EscrowFiles } from '../../../platform/db/db-types.ts'

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
