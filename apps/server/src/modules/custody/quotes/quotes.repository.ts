import type { Kysely, Selectable } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, FeeQuotes } from '../../../platform/db/db-types.ts'

export type QuoteOperation = 'transfer' | 'renew'
export type Quote = Omit<Selectable<FeeQuotes>, 'amountCents' | 'renewalCents' | 'operation'> & {
  operation: QuoteOperation
  amountCents: number | null
  renewalCents: number | null
}

export async function insertQuote(
  tx: Tx,
  quote: { domainId: string; operation: QuoteOperation },
): Promise<Quote> {
  const row = await tx
    .insertInto('feeQuotes')
    .values({ ...quote, askedAt: tx.now, state: 'asking' })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toQuote(row)
}

export async function findQuote(db: Kysely<DB>, id: string): Promise<Quote | undefined> {
  const row = await db.selectFrom('feeQuotes').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toQuote(row)
}

export async function findLastQuote(
  db: Kysely<DB>,
  { domainId, operation }: { domainId: string; operation: QuoteOperation },
): Promise<Quote | undefined> {
  const row = await db
    .selectFrom('feeQuotes')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('operation', '=', operation)
    .orderBy('askedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toQuote(row)
}

/** The latest quote with a price, for either operation. */
export async function findLastPrice(db: Kysely<DB>, domainId: string): Promise<Quote | undefined> {
  const row = await db
    .selectFrom('feeQuotes')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('state', '=', 'ready')
    .orderBy('askedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toQuote(row)
}

type Answer = {
  state: 'ready' | 'refused'
  amountCents?: number
  renewalCents?: number | null
  isPremium?: boolean
  message?: string
  validUntil?: Date
}

export async function saveQuote(tx: Tx, id: string, answer: Answer): Promise<void> {
  await tx
    .updateTable('feeQuotes')
    .set(answer)
    .where('id', '=', id)
    .where('state', '=', 'asking')
    .execute()
}

/** A quote that was used, or a price that turned out wrong, is not taken again. */
export async function endQuotes(tx: Tx, domainId: string): Promise<void> {
  await tx
    .updateTable('feeQuotes')
    .set({ validUntil: tx.now })
    .where('domainId', '=', domainId)
    .where('state', '=', 'ready')
    .where('validUntil', '>', tx.now)
    .execute()
}

const toQuote = (row: Selectable<FeeQuotes>): Quote => ({
  ...row,
  operation: row.operation as QuoteOperation,
  amountCents: row.amountCents === null ? null : Number(row.amountCents),
  renewalCents: row.renewalCents === null ? null : Number(row.renewalCents),
})
