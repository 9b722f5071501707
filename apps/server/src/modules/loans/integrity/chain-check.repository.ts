/** Queries of the chain check. They read in batches: there may be millions of events. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../platform/db/db-types.ts'

const loansAtOnce = 500
const eventsAtOnce = 2000

export type LoanHead = Awaited<ReturnType<typeof readHeads>>[number]

const readHeads = (db: Kysely<DB>, after: string) =>
  db
    .selectFrom('escrows')
    .select(['id', 'code', 'status', 'phase', 'version', 'eventCount', 'headHash'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(loansAtOnce)
    .execute()

export const findHead = (db: Kysely<DB>, id: string): Promise<LoanHead | undefined> =>
  db
    .selectFrom('escrows')
    .select(['id', 'code', 'status', 'phase', 'version', 'eventCount', 'headHash'])
    .where('id', '=', id)
    .executeTakeFirst()

export async function* walkLoans(db: Kysely<DB>): AsyncGenerator<LoanHead[]> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const loans = await readHeads(db, after)
    const last = loans.at(-1)
    if (!last) return
    yield loans
    after = last.id
  }
}

/** All events of these loans, loan by loan and in order. */
export async function* walkEvents(db: Kysely<DB>, loanIds: string[]) {
  let after = { escrowId: '00000000-0000-0000-0000-000000000000', seq: 0 }
  for (;;) {
    const events = await db
      .selectFrom('escrowEvents')
      .selectAll()
      .where('escrowId', 'in', loanIds)
      .where(sql<boolean>`(escrow_id, seq) > (${after.escrowId}::uuid, ${after.seq}::int)`)
      .orderBy('escrowId')
      .orderBy('seq')
      .limit(eventsAtOnce)
      .execute()
    yield* events
    const last = events.at(-1)
    if (!last || events.length < eventsAtOnce) return
    after = last
  }
}

/** Messages and exhibits that are missing in the chain or the table, or differ. */
export async function listUnpaired(
  db: Kysely<DB>,
  loanIds: string[],
): Promise<{ escrowId: string; what: string; id: string }[]> {
  const { rows } = await sql<{ escrowId: string; what: string; id: string }>`
    select coalesce(kept.escrow_id, noted.escrow_id) as escrow_id,
      coalesce(kept.what, noted.what) as what, coalesce(kept.id, noted.id) as id
    from (
      select escrow_id, 'message' as what, id::text as id, null as sha256 from escrow_messages
      where escrow_id = any(${loanIds}::uuid[])
      union all
      select escrow_id, 'exhibit', id::text, encode(sha256, 'hex') from escrow_files
      where kind = 'exhibit' and escrow_id = any(${loanIds}::uuid[])
    ) as kept
    full join (
      select escrow_id, case action when 'message' then 'message' else 'exhibit' end as what,
        data ->> case action when 'message' then 'messageId' else 'fileId' end as id,
        case action when 'evidence' then data ->> 'sha256' end as sha256
      from escrow_events
      where action in ('message', 'evidence') and escrow_id = any(${loanIds}::uuid[])
    ) as noted on noted.escrow_id = kept.escrow_id and noted.what = kept.what and noted.id = kept.id
    where kept.id is null or noted.id is null or kept.sha256 is distinct from noted.sha256
  `.execute(db)
  return rows
}

/** Loans whose event under this checkpoint is gone or has another hash. */
export async function listLostHeads(
  db: Kysely<DB>,
  sealId: string,
): Promise<{ code: string; seq: number }[]> {
  const { rows } = await sql<{ code: string; seq: number }>`
    select escrows.code, head.seq from escrow_seal_heads as head
    join escrows on escrows.id = head.escrow_id
    left join escrow_events as event on event.escrow_id = head.escrow_id and event.seq = head.seq
    where head.seal_id = ${sealId} and event.hash is distinct from head.hash
  `.execute(db)
  return rows
}
