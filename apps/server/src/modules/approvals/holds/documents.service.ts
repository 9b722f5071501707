/** Documents that decisions rely on: each encrypted with its own key, and never changed. */
import { randomUUID } from 'node:crypto'
import { AppError, invariant } from '../../../platform/app-error.ts'
import type { KeyRing } from '../../../platform/config.ts'
import {
  createDataKey,
  decryptBytes,
  encryptBytes,
  unwrapDataKey,
} from '../../../platform/crypto/envelope.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import type { Asker } from '../../../platform/pictures/pictures.ts'
import type { FileScan } from '../../../providers/scan/file-scan.ts'
import {
  fetchSealed,
  placesOf,
  sha256Of,
  type FileStore,
  type Shelf,
} from '../../contracts/contracts.service.ts'
import {
  cleanFileName,
  readEvidenceType,
  type EvidenceType,
} from '../../messages/messages.service.ts'
import { findDocument, hasDocument, insertDocument } from './documents.repository.ts'

export type CheckedDocument = { name: string; type: EvidenceType; bytes: Buffer }

/** Detects the type from the bytes and scans the file. Slow, so it runs outside a transaction. */
export async function checkDocument(
  scanFile: FileScan,
  { name, data }: { name: string; data: string },
  asker: Asker,
): Promise<CheckedDocument> {
  const bytes = Buffer.from(data, 'base64')
  const type = await readEvidenceType(bytes, asker)
  await scanFile(bytes)
  return { name: cleanFileName(name, type), type, bytes }
}

export async function keepDocument(
  tx: Tx,
  dataKeys: KeyRing,
  { name, type, bytes, addedBy }: CheckedDocument & { addedBy: string },
): Promise<{ id: string; name: string; sha256: string }> {
  const id = randomUUID()
  const { dataKey, wrapped } = createDataKey(dataKeys, id)
  const sha256 = sha256Of(bytes)
  await insertDocument(tx, {
    id,
    name,
    type,
    sha256,
    addedBy,
    size: bytes.length,
    dataKey: wrapped,
    sealed: encryptBytes(dataKey, bytes, placeOf(id)),
    createdAt: tx.now,
  })
  return { id, name, sha256: sha256.toString('hex') }
}

export async function readDocument(db: Db, store: FileStore, id: string): Promise<CheckedDocument> {
  const document = await findDocument(db, id)
  if (!document) throw new AppError('document_not_found')
  const sealed = await fetchSealed(db, store, document)
  const bytes = decryptBytes(unwrapDataKey(store.dataKeys, document), sealed, placeOf(id))
  invariant(sha256Of(bytes).equals(document.sha256), 'a document is what it was when it was kept')
  return { name: document.name, type: document.type as EvidenceType, bytes }
}

export async function requireDocument(tx: Tx, id: string): Promise<void> {
  if (!(await hasDocument(tx, id))) throw new AppError('document_not_found')
}

export const documents: Shelf = { prefix: 'documents', ...placesOf('documents') }

const placeOf = (id: string) => `documents|sealed|${id}`
