import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { canonical, type Json } from '../../../platform/crypto/canonical.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'

export type AuditEntry = {
  operatorId: string | null
  sessionId: string | null
  action: string
  subject: string | null
  userIds: string[]
  reason: string
  data: { [key: string]: Json }
  network: string | null
}

/** Call this last: while the head is locked, every other audited call waits. */
export async function appendAudit(tx: Tx, entry: AuditEntry): Promise<number> {
  const head = await tx
    .selectFrom('auditHead')
    .select(['seq', 'hash'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const seq = Number(head.seq) + 1
  const data = JSON.stringify(entry.data)
  const kept = { ...entry, data: JSON.parse(data) as AuditEntry['data'] }
  const hash = hashAudit({ ...kept, seq, at: tx.now }, head.hash)
  await tx
    .insertInto('auditLog')
    .values({ ...entry, data, seq, at: tx.now, prevHash: head.hash, hash })
    .execute()
  await tx.updateTable('auditHead').set({ seq, hash }).execute()
  return seq
}

export async function findAuditHead(db: Kysely<DB>): Promise<{ seq: number; hash: Buffer }> {
  const head = await db.selectFrom('auditHead').select(['seq', 'hash']).executeTakeFirstOrThrow()
  return { ...head, seq: Number(head.seq) }
}

export type AuditCheckpoint = {
  seq: number
  hash: Buffer
  sealedAt: Date
  keyId: string
  signature: Buffer
}

export function insertAuditCheckpoint(tx: Tx, checkpoint: AuditCheckpoint): Promise<unknown> {
  return tx.insertInto('auditSeals').values(checkpoint).execute()
}

export async function findLastAuditCheckpoint(
  db: Kysely<DB>,
): Promise<{ seq: number } | undefined> {
  const found = db.selectFrom('auditSeals').select('seq').orderBy('seq', 'desc').limit(1)
  const last = await found.executeTakeFirst()
  return last && { seq: Number(last.seq) }
}

/** At most one per hour, so even many years fit in memory. */
export async function listAuditCheckpoints(db: Kysely<DB>): Promise<AuditCheckpoint[]> {
  const seals = await db.selectFrom('auditSeals').selectAll().orderBy('seq').execute()
  return seals.map((checkpoint) => ({ ...checkpoint, seq: Number(checkpoint.seq) }))
}

type Chained = AuditEntry & { seq: number; at: Date }

export function hashAudit({ seq, at, ...entry }: Chained, prevHash: Buffer): Buffer {
  const text = canonical({ ...entry, seq, at: at.toISOString() })
  return createHash('sha256').update(prevHash).update(text).digest()
}

export type AuditFilter = {
  operator?: string | undefined
  subject?: string | undefined
  action?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const matching = (filter: AuditFilter) => sql`
  where (${filter.operator ?? null}::uuid is null or audit_log.operator_id = ${filter.operator ?? null})
    and (${filter.subject ?? null}::text is null or audit_log.subject = ${filter.subject ?? null})
    and (${filter.action ?? null}::text is null
      or strpos(lower(audit_log.action), lower(${filter.action ?? null})) > 0)
    and (${filter.from ?? null}::date is null or audit_log.at >= ${filter.from ?? null}::date)
    and (${filter.to ?? null}::date is null or audit_log.at < ${filter.to ?? null}::date + 1)`

export type AuditLine = Chained & { operator: string | null; hash: Buffer; prevHash: Buffer }

export async function listAudit(
  db: Kysely<DB>,
  filter: AuditFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<AuditLine[]> {
  const { rows } = await sql<Omit<AuditLine, 'seq'> & { seq: string }>`
    select audit_log.*, operators.name as operator
    from audit_log left join operators on operators.id = audit_log.operator_id
    ${matching(filter)} order by audit_log.seq desc limit ${limit} offset ${offset}
  `.execute(db)
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }))
}

export async function countAudit(db: Kysely<DB>, filter: AuditFilter): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from audit_log ${matching(filter)}
  `.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** In order, after the given line: for verifying the chain. */
export async function listAuditAfter(
  db: Kysely<DB>,
  after: number,
  limit: number,
): Promise<AuditLine[]> {
  const { rows } = await sql<Omit<AuditLine, 'seq'> & { seq: string }>`
    select audit_log.*, null as operator from audit_log where seq > ${after}
    order by seq limit ${limit}
  `.execute(db)
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }))
}

/** Why an operator did this to this subject in this session, if they did. */
export async function findReason(
  db: Kysely<DB>,
  {
    operatorId,
    action,
    subject,
    sessionId,
  }: { operatorId: string; action: string; subject: string; sessionId: string },
): Promise<string | undefined> {
  const found = await db
    .selectFrom('auditLog')
    .select('reason')
    .where('operatorId', '=', operatorId)
    .where('sessionId', '=', sessionId)
    .where('subject', '=', subject)
    .where('action', '=', action)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.reason
}
