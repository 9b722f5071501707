/**
 * Owns the seals of the audit log: every hour its end is signed, if it has grown, and the signature
 * goes by mail to where we cannot reach it. Lines up to there cannot be written anew unseen.
 */
import type { KeyRing } from '../../../platform/config.ts'
import { canonical } from '../../../platform/crypto/canonical.ts'
import { isSigned, signText } from '../../../platform/crypto/ed25519.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { mailSeal, type SealTools } from '../../loans/loans.service.ts'
import {
  findAuditHead,
  findLastAuditSeal,
  insertAuditSeal,
  listAuditSeals,
  type AuditSeal,
} from './audit.repository.ts'

const sealText = ({ seq, hash, sealedAt, keyId }: Omit<AuditSeal, 'signature'>): string =>
  canonical({ auditHash: hash.toString('hex'), keyId, sealedAt: sealedAt.toISOString(), seq })

export async function sealAudit(tx: Tx, { keyId, privateKey, mailTo }: SealTools): Promise<void> {
  const head = await findAuditHead(tx)
  const last = await findLastAuditSeal(tx)
  if (head.seq === (last?.seq ?? 0)) return
  const seal = { ...head, keyId, sealedAt: tx.now }
  const text = sealText(seal)
  const signature = signText(privateKey, text)
  await insertAuditSeal(tx, { ...seal, signature })
  await mailSeal(tx, mailTo, {
    what: 'the audit log',
    keep: 'Keep this mail. It shows later that no line of the audit log up to here was changed.',
    facts: [{ label: 'Lines', value: String(head.seq) }],
    text,
    signature,
  })
}

/** The lines that were sealed, each with what is wrong with its seal itself. */
export async function readAuditSeals(db: Db, publicKeys: KeyRing) {
  const seals = await listAuditSeals(db)
  return seals.map((seal) => {
    const key = publicKeys.find(({ id }) => id === seal.keyId)?.key
    const isOurs = key !== undefined && isSigned(key, sealText(seal), seal.signature)
    return { ...seal, isOurs }
  })
}
