/**
 * The audit log: every change by an operator with who, when and why, and every access to restricted
 * data. It is one hash chain, appended to in the transaction of the audited action.
 */
import type { KeyRing } from '../../../platform/config.ts'
import type { Db } from '../../../platform/db/database.ts'
import {
  countAudit,
  findAuditHead,
  hashAudit,
  listAudit,
  listAuditAfter,
  type AuditFilter,
} from './audit.repository.ts'
import { readAuditCheckpoints } from './audit-checkpoints.service.ts'

const auditPageSize = 50

export async function readAudit(db: Db, filter: AuditFilter, page: number) {
  const total = await countAudit(db, filter)
  const offset = (page - 1) * auditPageSize
  const lines = await listAudit(db, filter, { limit: auditPageSize, offset })
  return { lines, total, pages: Math.max(1, Math.ceil(total / auditPageSize)) }
}

const exportMax = 100_000
export const readAuditForFile = (db: Db, filter: AuditFilter) =>
  listAudit(db, filter, { limit: exportMax, offset: 0 })

const batch = 1000
const keyOf = ({ seq, hash }: { seq: number; hash: Buffer }) => `${seq} ${hash.toString('hex')}`

/** Recomputes every hash and compares it with the checkpoints. Returns the faults it finds. */
export async function checkAudit(
  db: Db,
  publicKeys: KeyRing,
): Promise<{ count: number; seals: number; faults: string[] }> {
  // Lines removed at the end leave no gap, but the head and the checkpoints show how far it went.
  // They are read first, because the log may grow meanwhile.
  const head = await findAuditHead(db)
  const seals = await readAuditCheckpoints(db, publicKeys)
  const ends = [...seals, ...(head.seq > 0 ? [head] : [])]
  const lost = new Map(ends.map((end) => [keyOf(end), end.seq]))
  const faults = seals
    .filter(({ isOurs }) => !isOurs)
    .map(({ seq }) => `The checkpoint at line ${seq} of the audit log is not signed with our key`)
  let seq = 0
  let hash: Buffer = Buffer.alloc(32)
  for (;;) {
    const lines = await listAuditAfter(db, seq, batch)
    for (const { operator: _name, prevHash, hash: kept, ...line } of lines) {
      if (line.seq !== seq + 1) faults.push(`The audit log has a gap before line ${line.seq}`)
      if (!prevHash.equals(hash))
        faults.push(`Line ${line.seq} of the audit log names a different predecessor`)
      if (!hashAudit(line, prevHash).equals(kept)) {
        faults.push(`Line ${line.seq} of the audit log does not match its hash`)
      }
      seq = line.seq
      hash = kept
      lost.delete(keyOf({ seq, hash }))
    }
    if (lines.length < batch) break
  }
  for (const end of new Set(lost.values())) {
    faults.push(`Line ${end} of the audit log differs from its checkpoint`)
  }
  return { count: seq, seals: seals.length, faults }
}
