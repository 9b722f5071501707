/**
 * Moves files between the database and the bucket. A file is in its row until the bucket has given back
 * the same bytes, so a crash at any point loses nothing, and the next run goes on.
 */
import { invariant } from '../../../platform/app-error.ts'
import { inTransaction, type Db } from '../../../platform/db/database.ts'
import { fetchSealed, sha256Of, type FileStore, type Place } from './file-store.ts'
import type { placesOf } from './places.repository.ts'

/** A table with files; `prefix` is the first part of the names of its objects. */
export type Shelf = { prefix: string } & ReturnType<typeof placesOf>

const batchSize = 100

/** Until all are where they are to be. Answers how many were moved. */
export async function moveFiles(db: Db, store: FileStore, shelf: Shelf): Promise<number> {
  const from = store.filesIn === 'bucket' ? 'database' : 'bucket'
  for (let moved = 0; ; moved += batchSize) {
    const ids = await shelf.listIds(db, from, batchSize)
    for (const id of ids) {
      const place = await shelf.findPlace(db, id)
      invariant(place, 'a file is never deleted')
      const next = await (from === 'database'
        ? putAway(store, place, `${shelf.prefix}/${id}`)
        : takeBack(db, store, place))
      await inTransaction(db, (tx) => shelf.savePlace(tx, id, next))
    }
    if (ids.length < batchSize) return moved + ids.length
  }
}

/** Always under the same name: after a crash the same bytes are put over themselves. */
async function putAway(
  { bucket }: FileStore,
  { sealed, ...elsewhere }: Place,
  objectName: string,
): Promise<Place> {
  if (!sealed) return { sealed, ...elsewhere } // Another run was first.
  invariant(bucket, 'files go to a bucket that is configured')
  await bucket.put(objectName, sealed)
  const back = await bucket.get(objectName)
  invariant(back.equals(sealed), `the bucket gives back ${objectName} as it was put`)
  return { sealed: null, objectName, objectSha256: sha256Of(sealed) }
}

const takeBack = async (db: Db, store: FileStore, place: Place): Promise<Place> => ({
  sealed: await fetchSealed(db, store, place),
  objectName: null,
  objectSha256: null,
})
