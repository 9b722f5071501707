import type { Kysely } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'
import type { Place } from './file-store.ts'

/**
 * Where the files of one table are. Both have the same three columns for it; the first stands for
 * either, because a query is typed by one table.
 */
export function placesOf(name: 'escrowFiles' | 'documents') {
  const table = name as 'escrowFiles'
  return {
    /** In the order of their ids, from the one after this one on. */
    async listIds(
      db: Kysely<DB>,
      { inside, after, limit }: { inside: 'database' | 'bucket'; after: string; limit: number },
    ): Promise<string[]> {
      const rows = await db
        .selectFrom(table)
        .select('id')
        .where('sealed', inside === 'database' ? 'is not' : 'is', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },

    findPlace(db: Kysely<DB>, id: string): Promise<Place | undefined> {
      return db
        .selectFrom(table)
        .select(['sealed', 'objectName', 'objectSha256'])
        .where('id', '=', id)
        .executeTakeFirst()
    },

    /** Does nothing where another run was first. */
    async savePlace(tx: Tx, id: string, place: Place): Promise<void> {
      await tx
        .updateTable(table)
        .set(place)
        .where('id', '=', id)
        .where('sealed', place.sealed ? 'is' : 'is not', null)
        .execute()
    },
  }
}
