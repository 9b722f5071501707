/**
 * Owns the seals of the audit log: every hour its end is signed, if it has grown, and the signature
 * goes by mail to where we cannot reach it. Lines up to there cannot be written anew unseen.
 */
import type { KeyRing } from '../../../platform/config.ts'
import { canonical } from '../../../platform/crypto/canonical.ts'
import { isSigned, signText } from '../../../platform/crypto/ed25519.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { mailCheckpoint, type CheckpointKeys } from '../../loans/loans.service.ts'
import {
  findAuditHead,
  findLastAuditCheckpoint,
  insertAuditCheckpoint,
  listAuditCheckpoints,
  type AuditCheckpoint,
} from './audit.repository.ts'

const checkpointText = ({
  seq,
  hash,
  sealedAt,
  keyId,
}: Omit<AuditCheckpoint, 'signature'>): string =>
  canonical({ auditHash: hash.toString('hex'), keyId, sealedAt: sealedAt.toISOString(), seq })

export async function checkpointAudit(
  tx: Tx,
  { keyId, privateKey, mailTo }: CheckpointKeys,
): Promise<void> {
  const head = await findAuditHead(tx)
  const last = await findLastAuditCheckpoint(tx)
  if (head.seq === (last?.seq ?? 0)) return
  const checkpoint = { ...head, keyId, sealedAt: tx.now }
  const text = checkpointText(checkpoint)
  const signature = signText(privateKey, text)
  await insertAuditCheckpoint(tx, { ...checkpoint, signature })
  await mailCheckpoint(tx, mailTo, {
    what: 'the audit log',
    keep: 'Keep this mail. It shows later that no line of the audit log up to here was changed.',
    facts: [{ label: 'Lines', value: String(head.seq) }],
    text,
    signature,
  })
}

/** The lines that were sealed, each with what is wrong with its seal itself. */
export async function readAuditCheckpoints(db: Db, publicKeys: KeyRing) {
  const seals = await listAuditCheckpoints(db)
  return seals.map((checkpoint) => {
    const key = publicKeys.find(({ id }) => id === checkpoint.keyId)?.key
    const isOurs =
      key !== undefined && isSigned(key, checkpointText(checkpoint), checkpoint.signature)
    return { ...checkpoint, isOurs }
  })
}
