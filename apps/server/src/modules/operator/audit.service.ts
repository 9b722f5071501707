/**
 * The audit log: every change by an operator with who, when and why, and every look at what is
 * restricted. It is one chain of hashes, appended to in the transaction of what it tells of.
 */
import type { Db } from '../../platform/db/database.ts'
import {
  countAudit,
  findAuditHead,
  hashAudit,
  listAudit,
  listAuditAfter,
  type AuditFilter,
} from './audit.repository.ts'

export { appendAudit, hasNoted } from './audit.repository.ts'

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

/** Takes every hash again. Says what is wrong, nothing where all is well. */
export async function checkAudit(db: Db): Promise<{ count: number; faults: string[] }> {
  // Lines cut off at the end leave no gap, but the head says where it ended. Read first: it may grow.
  const head = await findAuditHead(db)
  let isHeadFound = head.seq === 0
  let seq = 0
  let hash: Buffer = Buffer.alloc(32)
  const faults: string[] = []
  for (;;) {
    const lines = await listAuditAfter(db, seq, batch)
    for (const { operator: _name, prevHash, hash: kept, ...line } of lines) {
      if (line.seq !== seq + 1) faults.push(`The audit log has a gap before line ${line.seq}`)
      if (!prevHash.equals(hash))
        faults.push(`Line ${line.seq} of the audit log follows on another`)
      if (!hashAudit(line, prevHash).equals(kept)) {
        faults.push(`Line ${line.seq} of the audit log does not carry its hash`)
      }
      seq = line.seq
      hash = kept
      isHeadFound ||= seq === head.seq && hash.equals(head.hash)
    }
    if (lines.length < batch) break
  }
  if (!isHeadFound) faults.push(`The audit log does not end at line ${head.seq} as it should`)
  return { count: seq, faults }
}
