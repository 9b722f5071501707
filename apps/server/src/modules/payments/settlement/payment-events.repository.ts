import { sql, type Kysely } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'
import type { PaymentProvider } from '../top-ups/top-ups.repository.ts'

/** The number of the event, or nothing when we have it already. */
export async function insertPaymentEvent(
  tx: Tx,
  event: { provider: PaymentProvider; eventKey: string; type: string; body: object },
): Promise<string | undefined> {
  const row = await tx
    .insertInto('paymentEvents')
    .values({ ...event, body: JSON.stringify(event.body), receivedAt: tx.now })
    .onConflict((conflict) => conflict.columns(['provider', 'eventKey']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function hasPaymentEvent(
  db: Kysely<DB>,
  { provider, eventKey }: { provider: PaymentProvider; eventKey: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('paymentEvents')
    .select('id')
    .where('provider', '=', provider)
    .where('eventKey', '=', eventKey)
    .executeTakeFirst()
  return row !== undefined
}

export function findPaymentEvent(db: Kysely<DB>, id: string) {
  return db.selectFrom('paymentEvents').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function markHandled(tx: Tx, id: string, problem: string | null): Promise<void> {
  await tx
    .updateTable('paymentEvents')
    .set({ handledAt: tx.now, problem })
    .where('id', '=', id)
    .execute()
}

export async function listUnhandled(db: Kysely<DB>, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('paymentEvents')
    .select('id')
    .where('handledAt', 'is', null)
    .where('receivedAt', '<', before)
    .limit(1000)
    .execute()
  return rows.map(({ id }) => id)
}

/** What should have a timer or a job of its own and has none. */
export async function listForgotten(db: Kysely<DB>, before: Date) {
  const { rows } = await sql<{ id: string; isTopUp: boolean }>`
    select transaction_id as id, true as is_top_up from top_ups
    join transactions on transactions.id = transaction_id
    where status = 'PENDING' and review is null and top_ups.created_at < ${before}
      and not exists (select from timers where subject_id = transaction_id)
    union all
    select transaction_id, false from withdrawals
    where state = 'paying' and pays_at < ${before}
      and not exists (select from timers where subject_id = transaction_id)
    limit 1000
  `.execute(db)
  const idsOf = (isTopUp: boolean) =>
    rows.filter((row) => row.isTopUp === isTopUp).map(({ id }) => id)
  return { topUps: idsOf(true), withdrawals: idsOf(false) }
}

/** Bodies are erased after a while; the keys stay, so that each event counts once. */
export async function wipeOldBodies(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('paymentEvents')
    .set({ body: null })
    .where('id', 'in', (query) =>
      query
        .selectFrom('paymentEvents')
        .select('id')
        .where('receivedAt', '<', before)
        .where('body', 'is not', null)
        .where('handledAt', 'is not', null)
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
