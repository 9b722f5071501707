/**
 * Where the encrypted bytes of files are: in their row, as every file at first, or in a bucket, where
 * a job moves them if the configuration says so. The bucket sees no key and nothing readable.
 */
import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { invariant } from '../../../platform/app-error.ts'
import type { Config } from '../../../platform/config.ts'
import type { DB } from '../../../platform/db/db-types.ts'
import { createBucket } from '../../../providers/bucket/bucket.ts'

export type FileStore = ReturnType<typeof openFileStore>

export const openFileStore = ({ keys, bucket, filesIn }: Config) => ({
  dataKeys: keys.data,
  bucket: createBucket({ bucket }),
  /** Where files are to be in the end. */
  filesIn,
})

/** The columns of a row that say where its bytes are. */
export type Place = {
  sealed: Buffer | null
  objectName: string | null
  objectSha256: Buffer | null
}

export async function fetchSealed(
  db: Kysely<DB>,
  { bucket }: Pick<FileStore, 'bucket'>,
  { sealed, objectName, objectSha256 }: Place,
): Promise<Buffer> {
  if (sealed) return sealed
  invariant(objectName && objectSha256, 'a file is in the database or in the bucket')
  invariant(bucket, 'files are in a bucket, so the configuration says which')
  invariant(!db.isTransaction, 'no transaction waits for the bucket')
  const fetched = await bucket.get(objectName)
  invariant(sha256Of(fetched).equals(objectSha256), `${objectName} is what was put in the bucket`)
  return fetched
}

export const sha256Of = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
