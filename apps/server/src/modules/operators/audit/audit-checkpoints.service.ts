/**
 * Owns the checkpoints of the audit log: if it has grown, its end is signed every hour, and the
 * signature is mailed out of our reach. Earlier lines then cannot be rewritten unnoticed.
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
    keep: 'Keep this email. It can later prove that the audit log was not changed up to this line.',
    facts: [{ label: 'Lines', value: String(head.seq) }],
    text,
    signature,
  })
}

/** All checkpoints, each with whether our key signed it. */
export async function readAuditCheckpoints(db: Db, publicKeys: KeyRing) {
  const seals = await listAuditCheckpoints(db)
  return seals.map((checkpoint) => {
    const key = publicKeys.find(({ id }) => id === checkpoint.keyId)?.key
    const isOurs =
      key !== undefined && isSigned(key, checkpointText(checkpoint), checkpoint.signature)
    return { ...checkpoint, isOurs }
  })
}
