import { sql, type Kysely } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'

export type NewReport = {
  kind: 'theft' | 'abuse'
  domain: string
  contact: string
  statement: string
}

export async function insertReport(tx: Tx, report: NewReport): Promise<void> {
  await tx
    .insertInto('reports')
    .values({ ...report, createdAt: tx.now })
    .execute()
}

export async function countOpenReports(db: Kysely<DB>, domain: string): Promise<number> {
  const { count } = await db
    .selectFrom('reports')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('domain', '=', domain)
    .where('closedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function closeReportRow(tx: Tx, id: string, operatorId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('reports')
    .set({ closedAt: tx.now, closedBy: operatorId })
    .where('id', '=', id)
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export type Report = NewReport & {
  id: string
  createdAt: Date
  closedAt: Date | null
  operator: string | null
  escrowId: string | null
  others: string
  domains: { id: string; owner_id: string; owner: string; status: string }[]
}

/** With what we know about the domain. */
export async function findReport(db: Kysely<DB>, id: string): Promise<Report | undefined> {
  const { rows } = await sql<Report>`
    select r.*, o.name as operator,
      (select count(*) from reports where domain = r.domain and id <> r.id) as others,
      (select e.id from escrows as e join domains as d on d.id = e.domain_id
        where d.name = r.domain and e.ended_at is null and not e.is_linked limit 1) as escrow_id,
      (select coalesce(json_agg(json_build_object('id', d.id, 'owner_id', u.id, 'owner', u.name,
          'status', d.status)), '[]')
        from domains as d join users as u on u.id = d.user_id
        where d.name = r.domain and d.archived_at is null) as domains
    from reports as r left join operators as o on o.id = r.closed_by where r.id = ${id}
  `.execute(db)
  return rows[0]
}
