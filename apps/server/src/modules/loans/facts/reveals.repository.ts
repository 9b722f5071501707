/** Which payment details were shown to whom, and when. */
import type { Party } from '@pier/protocol/lifecycles/loan'
import { contractOf, type Rail } from '@pier/protocol/rails'
import { sql, type Kysely } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'

type Shown = { escrowId: string; shownTo: Party }

export async function insertReveal(tx: Tx, reveal: Shown & { payeeId: string }): Promise<void> {
  await tx
    .insertInto('payeeReveals')
    .values({ ...reveal, createdAt: tx.now })
    .execute()
}

export function findLastReveal(db: Kysely<DB>, { escrowId, shownTo }: Shown) {
  return db
    .selectFrom('payeeReveals')
    .select(['payeeId', 'createdAt'])
    .where('escrowId', '=', escrowId)
    .where('shownTo', '=', shownTo)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whether the lender has accepted that the registration ends too early. */
export async function hasWaivedReserve(db: Kysely<DB>, escrowId: string): Promise<boolean> {
  const { rows } = await sql<{ isWaived: boolean }>`
    select exists (select from escrow_events where escrow_id = ${escrowId}
      and action in ('reveal', 'markPaid') and data ->> 'waivesRunway' = 'true') as is_waived
  `.execute(db)
  return rows[0]?.isWaived ?? false
}

/** Open loans that pay this user on this rail, in the order of locking. */
export async function listLoansOfPayee(
  db: Kysely<DB>,
  { userId, rail }: { userId: string; rail: Rail },
): Promise<string[]> {
  const contract = contractOf(rail)
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, domain_id from escrows
      where borrower_id = ${userId} and contract = ${contract} and ended_at is null
      union select id, domain_id from escrows
      where lender_id = ${userId} and contract = ${contract} and ended_at is null
      union select linked.id, linked.domain_id from escrows as former
        join escrows as linked on linked.refinances_id = former.id
      where former.lender_id = ${userId} and former.ended_at is null
        and linked.contract = ${contract} and linked.is_linked and linked.ended_at is null
    ) as paid order by domain_id, id
  `.execute(db)
  return rows.map(({ id }) => id)
}
