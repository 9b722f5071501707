import { sql, type Kysely } from 'kysely'
import type { DB, LedgerAccount } from '../../../platform/db/db-types.ts'

export type LedgerLine = {
  id: string
  reference: string
  kind: string
  userId: string | null
  userName: string | null
  transactionId: string | null
  createdAt: Date
  postings: { account: LedgerAccount; cents: number }[]
}

type Filter = {
  userId: string | undefined
  account: LedgerAccount | undefined
  reference: string | undefined
  before: string | undefined
  limit: number
}

/** Newest first. Each filter has its own index, so that few rows are left to scan. */
export async function listLedger(db: Kysely<DB>, filter: Filter): Promise<LedgerLine[]> {
  const { userId, account, reference, before, limit } = filter
  const conditions = [
    sql`true`,
    ...(userId ? [sql`e.user_id = ${userId}`] : []),
    ...(account
      ? [sql`exists (select from ledger_postings where entry_id = e.id and account = ${account})`]
      : []),
    ...(reference ? [sql`starts_with(e.reference, ${reference})`] : []),
    ...(before ? [sql`e.id < ${before}::bigint`] : []),
  ]
  const { rows } = await sql<LedgerLine>`
    select e.id, e.reference, e.kind, e.user_id, u.name as user_name, e.transaction_id, e.created_at,
      (select json_agg(json_build_object('account', account, 'cents', amount_cents)
        order by amount_cents desc) from ledger_postings where entry_id = e.id) as postings
    from ledger_entries as e left join users as u on u.id = e.user_id
    where ${sql.join(conditions, sql` and `)}
    order by e.id desc limit ${limit}
  `.execute(db)
  return rows
}

export async function sumOpenReservations(db: Kysely<DB>): Promise<number> {
  const { sum } = await db
    .selectFrom('ledgerHolds')
    .select((row) => row.fn.sum<string | null>('amountCents').as('sum'))
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}
