import type { Kysely } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { DB } from '../../platform/db/db-types.ts'
import type { Rail } from './top-ups.repository.ts'

/** The number of the event, or nothing when we have it already. */
export async function insertPaymentEvent(
  tx: Tx,
  event: { provider: Rail; eventKey: string; type: string; body: string },
): Promise<string | undefined> {
  const row = await tx
    .insertInto('paymentEvents')
    .values({ ...event, receivedAt: tx.now })
    .onConflict((conflict) => conflict.columns(['provider', 'eventKey']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
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

/** What they said is forgotten after a while; that they said it is not, so that it counts once. */
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
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
