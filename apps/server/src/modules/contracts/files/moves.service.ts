/**
 * Moves files between the database and the bucket. A file is in its row until the bucket has given back
 * the same bytes, so a crash at any point loses nothing, and the next run goes on.
 */
import { AppError, invariant } from '../../../platform/app-error.ts'
import { inTransaction, type Db } from '../../../platform/db/database.ts'
import type { Log } from '../../../platform/log.ts'
import { fetchSealed, sha256Of, type FileStore, type Place } from './file-store.ts'
import type { placesOf } from './places.repository.ts'

/** A table with files; `prefix` is the first part of the names of its objects. */
export type Shelf = { prefix: string } & ReturnType<typeof placesOf>

/**
 * Takes all to where they are to be. A file that is lost or damaged keeps no other from it: in the end
 * one error names those that stay where they are.
 */
export async function moveFiles(
  db: Db,
  store: FileStore,
  { shelves, log }: { shelves: readonly Shelf[]; log: Log },
): Promise<void> {
  const faults: Faults = { stuck: [], unavailableInARow: 0 }
  for (const shelf of shelves) {
    const moved = await moveShelf(db, store, { shelf, faults })
    if (moved > 0) log.info({ moved, of: shelf.prefix, to: store.filesIn }, 'files moved')
  }
  if (faults.stuck.length > 0) throw errorOf(faults)
}

type Faults = { stuck: { objectName: string; error: unknown }[]; unavailableInARow: number }

/** Then the bucket is away. Fewer may be lost: some S3 say of a lost object only that they refuse it. */
const unavailableMax = 20
const batchSize = 100
const lowestId = '00000000-0000-0000-0000-000000000000'

/** Answers how many were moved. */
async function moveShelf(
  db: Db,
  store: FileStore,
  { shelf, faults }: { shelf: Shelf; faults: Faults },
): Promise<number> {
  const inside = store.filesIn === 'bucket' ? 'database' : 'bucket'
  let moved = 0
  for (let after: string | undefined = lowestId; after;) {
    const ids = await shelf.listIds(db, { inside, after, limit: batchSize })
    for (const id of ids) {
      if (faults.unavailableInARow >= unavailableMax) return moved
      const place = await shelf.findPlace(db, id)
      invariant(place, 'a file is never deleted')
      const objectName = `${shelf.prefix}/${id}`
      const next = await (
        inside === 'database' ? putAway(store, place, objectName) : takeBack(db, store, place)
      ).catch((error: unknown) => note(faults, { objectName, error }))
      if (!next) continue
      faults.unavailableInARow = 0
      await inTransaction(db, (tx) => shelf.savePlace(tx, id, next))
      moved++
    }
    after = ids.at(-1)
  }
  return moved
}

function note(faults: Faults, { objectName, error }: Faults['stuck'][number]): void {
  faults.stuck.push({ objectName, error })
  const isUnavailable = error instanceof AppError && error.code === 'file_unavailable'
  faults.unavailableInARow = isUnavailable ? faults.unavailableInARow + 1 : 0
}

const namedMax = 50

function errorOf({ stuck }: Faults): Error {
  const named = stuck.slice(0, namedMax).map(({ objectName, error }) => {
    const why = error instanceof Error ? error.message.slice(0, 100) : 'nobody says why'
    return `${objectName} (${why})`
  })
  const more = stuck.length > namedMax ? [`and ${stuck.length - namedMax} more`] : []
  return new Error(`Files could not be moved: ${[...named, ...more].join(', ')}`, {
    cause: stuck[0]?.error,
  })
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
