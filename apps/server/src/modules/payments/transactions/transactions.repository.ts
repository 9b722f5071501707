import type { PaymentMethod, TransactionType } from '@pier/protocol/labels'
import type { TransactionStatus } from '@pier/protocol/statuses'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, Transactions } from '../../../platform/db/db-types.ts'

export type TransactionRow = Omit<
  Selectable<Transactions>,
  'amountCents' | 'status' | 'type' | 'method'
> & {
  amountCents: number
  status: TransactionStatus
  type: TransactionType
  method: PaymentMethod
}

type NewTransaction = {
  userId: string
  type: TransactionType
  method: PaymentMethod
  amountCents: number
  status: TransactionStatus
  note?: string | null
  source?: string
  domain?: string
}

export async function insertTransaction(tx: Tx, row: NewTransaction): Promise<string> {
  const { id } = await tx
    .insertInto('transactions')
    .values({ ...row, createdAt: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertTransactionEvent(tx, { id, status: row.status, note: row.note ?? null })
  return id
}

export async function saveTransaction(
  tx: Tx,
  id: string,
  change: { status: TransactionStatus; note?: string | null; amountCents?: number },
): Promise<void> {
  await tx.updateTable('transactions').set(change).where('id', '=', id).execute()
  await insertTransactionEvent(tx, { id, status: change.status, note: change.note ?? null })
}

/** Changes only the note of a transaction. */
export async function saveNote(tx: Tx, id: string, note: string): Promise<void> {
  await tx.updateTable('transactions').set({ note }).where('id', '=', id).execute()
}

async function insertTransactionEvent(
  tx: Tx,
  { id, ...event }: { id: string; status: string; note: string | null },
): Promise<void> {
  await tx
    .insertInto('transactionEvents')
    .values({ ...event, transactionId: id, createdAt: tx.now })
    .execute()
}

export async function lockTransaction(tx: Tx, id: string): Promise<TransactionRow | undefined> {
  const row = await tx
    .selectFrom('transactions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && toTransaction(row)
}

export async function lockTransactionBySource(tx: Tx, source: string) {
  const row = await tx
    .selectFrom('transactions')
    .selectAll()
    .where('source', '=', source)
    .forUpdate()
    .executeTakeFirst()
  return row && toTransaction(row)
}

/** One page, newest first, and how many there are in all. */
export async function listTransactionsOfUser(
  db: Kysely<DB>,
  { userId, limit, page }: { userId: string; limit: number; page: number },
) {
  const rows = await db
    .selectFrom('transactions')
    .leftJoin('withdrawals', 'withdrawals.transactionId', 'transactions.id')
    .selectAll('transactions')
    .select('withdrawals.state as withdrawalState')
    .select(sql<string>`(select count(*) from transactions where user_id = ${userId})`.as('total'))
    .where('transactions.userId', '=', userId)
    .orderBy('transactions.createdAt', 'desc')
    .orderBy('transactions.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const [first] = rows
  // A page after the last has no row to say it.
  const isPastEnd = !first && page > 1
  return {
    rows: rows.map((row) => ({ ...row, ...toTransaction(row) })),
    total: isPastEnd ? await countTransactionsOfUser(db, userId) : Number(first?.total ?? 0),
  }
}

async function countTransactionsOfUser(db: Kysely<DB>, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('transactions')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function listAllTransactions(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom('transactions')
    .select(['number', 'type', 'method', 'amountCents', 'status', 'note', 'domain', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

export async function listTransactionsBetween(
  db: Kysely<DB>,
  { userId, from, to, limit }: { userId: string; from: Date; to: Date; limit: number },
): Promise<TransactionRow[]> {
  const rows = await db
    .selectFrom('transactions')
    .selectAll()
    .where('userId', '=', userId)
    .where('createdAt', '>=', from)
    .where('createdAt', '<', to)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toTransaction)
}

/** The user's name, and their balance before and after the period. */
export async function findStatementFrame(
  db: Kysely<DB>,
  { userId, from, to }: { userId: string; from: Date; to: Date },
): Promise<{ name: string; openingCents: number; closingCents: number }> {
  const { rows } = await sql<{ name: string; opening: string; closing: string }>`
    select users.name, coalesce(sum(amount_cents) filter (where ledger_entries.created_at < ${from}), 0)
      as opening, coalesce(sum(amount_cents), 0) as closing
    from users
    left join ledger_entries on ledger_entries.user_id = users.id
      and ledger_entries.created_at < ${to}
    left join ledger_postings on entry_id = ledger_entries.id and account in ('available', 'held')
    where users.id = ${userId}
    group by users.id
  `.execute(db)
  const [row] = rows
  return {
    name: row?.name ?? '',
    openingCents: Number(row?.opening ?? 0),
    closingCents: Number(row?.closing ?? 0),
  }
}

const toTransaction = (row: Selectable<Transactions>): TransactionRow => ({
  ...row,
  amountCents: Number(row.amountCents),
  status: row.status as TransactionStatus,
  type: row.type as TransactionType,
  method: row.method as PaymentMethod,
})
