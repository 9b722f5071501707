/**
 * Owns the files of a loan: written once, each encrypted with its own key and bound to its own row.
 * Every read checks the hash.
 */
import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { invariant } from '../../../platform/app-error.ts'
import type { KeyRing } from '../../../platform/config.ts'
import {
  createDataKey,
  decryptBytes,
  encryptBytes,
  unwrapDataKey,
} from '../../../platform/crypto/envelope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'
import { fetchSealed, sha256Of, type FileStore } from './file-store.ts'
import { findFile, insertFile, listFilesOfLoan, type FileRow } from './files.repository.ts'
import type { Shelf } from './moves.service.ts'
import { placesOf } from './places.repository.ts'

type Kept = {
  escrowId: string
  kind: 'agreement' | 'signed' | 'annex' | 'receipt' | 'exhibit' | 'letter'
  number?: number
  name: string
  type: 'application/pdf' | 'image/png' | 'image/jpeg'
  bytes: Buffer
  addedBy: 'BORROWER' | 'LENDER' | 'SYSTEM' | 'OPERATOR'
}

export async function keepFile(
  tx: Tx,
  dataKeys: KeyRing,
  { bytes, number, ...file }: Kept,
): Promise<{ id: string; sha256: Buffer }> {
  const id = randomUUID()
  const { dataKey, wrapped } = createDataKey(dataKeys, id)
  const sha256 = sha256Of(bytes)
  await insertFile(tx, {
    ...file,
    id,
    number: number ?? null,
    size: bytes.length,
    sha256,
    dataKey: wrapped,
    sealed: encryptBytes(dataKey, bytes, placeOf(id)),
    createdAt: tx.now,
  })
  return { id, sha256 }
}

export async function readFile(
  db: Kysely<DB>,
  store: FileStore,
  id: string,
): Promise<Pick<FileRow, 'name' | 'type'> & { bytes: Buffer; sha256: Buffer }> {
  const file = await findFile(db, id)
  invariant(file, 'a file is never deleted')
  const sealed = await fetchSealed(db, store, file)
  const bytes = decryptBytes(unwrapDataKey(store.dataKeys, file), sealed, placeOf(id))
  const sha256 = sha256Of(bytes)
  invariant(sha256.equals(file.sha256), 'a file is what it was when it was kept')
  return { name: file.name, type: file.type, bytes, sha256 }
}

/** The metadata of a loan's files. The caller has to check access. */
export const listFiles = listFilesOfLoan
export type LoanFile = Awaited<ReturnType<typeof listFiles>>[number]

export const loanFiles: Shelf = { prefix: 'loan-files', ...placesOf('escrowFiles') }

const placeOf = (id: string) => `escrow_files|sealed|${id}`
