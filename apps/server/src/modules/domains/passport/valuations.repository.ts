import type { Kysely } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'

export type Valuation = { amountCents: number; source: string; createdAt: Date }

export async function insertValuation(
  tx: Tx,
  valuation: {
    name: string
    amountCents: number
    source: string
    expiresAt: Date
    decisionId: string | null
  },
): Promise<void> {
  await tx
    .insertInto('valuations')
    .values({ ...valuation, createdAt: tx.now })
    .execute()
}

/** The latest that has not run out. */
export async function findValuation(
  db: Kysely<DB>,
  { name, now }: { name: string; now: Date },
): Promise<Valuation | undefined> {
  const row = await db
    .selectFrom('valuations')
    .select(['amountCents', 'source', 'createdAt'])
    .where('name', '=', name)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, amountCents: Number(row.amountCents) }
}
