import { sql, type Kysely } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { DB, LedgerAccount } from '../../platform/db/db-types.ts'

export type Account = LedgerAccount

/** What each account receives, in cents; negative for what leaves it. */
export type Legs = { [A in Account]?: number }

export type Entry = {
  reference: string
  kind: string
  userId: string | null
  transactionId: string | null
  legs: Legs
}

/** What the API process may post; the rest is for workers. */
const ownKinds = ['hold', 'release', 'withdrawal', 'withdrawal_returned', 'payout']

/** True if it was new. Only these database functions may write the ledger. */
export async function insertEntry(tx: Tx, entry: Entry): Promise<boolean> {
  const postEntry = sql.ref(ownKinds.includes(entry.kind) ? 'post_own_entry' : 'post_entry')
  const legs = Object.entries(entry.legs).filter(([, amountCents]) => amountCents !== 0)
  const { rows } = await sql<{ isNew: boolean }>`
    select ${postEntry}(${entry.reference}, ${entry.kind}, ${entry.userId},
      ${entry.transactionId}, ${legs.map(([account]) => account)}::ledger_account[],
      ${legs.map(([, amountCents]) => amountCents)}::bigint[]) as is_new
  `.execute(tx)
  return rows[0]?.isNew ?? false
}

export async function insertAdjustment(
  tx: Tx,
  { decisionId, transactionId }: { decisionId: string; transactionId: string | null },
): Promise<void> {
  await sql`select post_adjustment(${decisionId}, ${transactionId})`.execute(tx)
}

export async function findBalance(db: Kysely<DB>, userId: string) {
  const row = await db
    .selectFrom('ledgerBalances')
    .select(['availableCents', 'heldCents'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return {
    availableCents: Number(row?.availableCents ?? 0),
    heldCents: Number(row?.heldCents ?? 0),
  }
}

/** What we owe a user for payouts: for one transaction, and in total. */
export async function findOwed(
  db: Kysely<DB>,
  { userId, transactionId }: { userId: string; transactionId: string },
): Promise<{ lineCents: number; totalCents: number }> {
  const { rows } = await sql<{ line: string; total: string }>`
    select coalesce(sum(amount_cents) filter (where transaction_id = ${transactionId}), 0) as line,
      coalesce(sum(amount_cents), 0) as total
    from ledger_entries join ledger_postings on entry_id = ledger_entries.id
    where user_id = ${userId} and account = 'refund_payable'
  `.execute(db)
  return { lineCents: Number(rows[0]?.line ?? 0), totalCents: Number(rows[0]?.total ?? 0) }
}

export async function insertReservation(
  tx: Tx,
  reservation: { reference: string; userId: string; amountCents: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('ledgerHolds')
    .values({ ...reservation, createdAt: tx.now })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function lockReservation(tx: Tx, reference: string) {
  const row = await tx
    .selectFrom('ledgerHolds')
    .selectAll()
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst()
  return row && { ...row, amountCents: Number(row.amountCents) }
}

export async function endReservation(
  tx: Tx,
  reference: string,
  capturedCents: number,
): Promise<void> {
  await tx
    .updateTable('ledgerHolds')
    .set({ endedAt: tx.now, capturedCents })
    .where('reference', '=', reference)
    .execute()
}

/** The balance, and how many reservations are open on it. */
export async function findAccount(db: Kysely<DB>, userId: string) {
  const { rows } = await sql<{
    availableCents: string | null
    heldCents: string | null
    reservations: number
  }>`
    select available_cents, held_cents, open.reservations
    from (select count(*)::int as reservations from ledger_holds
      where user_id = ${userId} and ended_at is null) as open
    left join ledger_balances on ledger_balances.user_id = ${userId}
  `.execute(db)
  const [row] = rows
  return {
    availableCents: Number(row?.availableCents ?? 0),
    heldCents: Number(row?.heldCents ?? 0),
    reservations: row?.reservations ?? 0,
  }
}

/** The newest visible entry, and every open transaction that may yet commit an older one. */
export async function readHorizon(db: Db) {
  const { rows } = await sql<{ entryId: string; openTransactions: string[] }>`
    with newest as materialized (select coalesce(max(id), 0) as entry_id from ledger_entries)
    select entry_id, array(select virtualxid from pg_locks
      where locktype = 'virtualxid' and pid <> pg_backend_pid()) as open_transactions
    from newest
  `.execute(db)
  const [row] = rows
  return { entryId: row?.entryId ?? '0', openTransactions: row?.openTransactions ?? [] }
}

export async function areOver(db: Db, transactions: string[]): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks
    where locktype = 'virtualxid' and virtualxid = any(${transactions}::text[])
  `.execute(db)
  return rows[0]?.count === 0
}

export async function insertCheckpoints(tx: Tx, throughEntryId: string): Promise<void> {
  await sql`
    insert into ledger_checkpoints (account, through_entry_id, balance_cents, taken_at)
    select account, ${throughEntryId}::bigint,
      coalesce(before.balance_cents, 0) + coalesce((
        select sum(amount_cents) from ledger_postings
        where ledger_postings.account = accounts.account
          and entry_id > coalesce(before.through_entry_id, 0)
          and entry_id <= ${throughEntryId}::bigint), 0), ${tx.now}
    from unnest(enum_range(null::ledger_account)) as accounts (account)
    left join lateral (${lastCheckpoint}) as before on true
    where account not in ('available', 'held')
    on conflict do nothing
  `.execute(tx)
}

const lastCheckpoint = sql`
  select balance_cents, through_entry_id from ledger_checkpoints
  where ledger_checkpoints.account = accounts.account
  order by through_entry_id desc limit 1`

/** The entry up to which everything has been checked and summed. */
export async function findLastCheckpoint(db: Kysely<DB>): Promise<string> {
  const { through } = await db
    .selectFrom('ledgerCheckpoints')
    .select((row) => row.fn.max<string | null>('throughEntryId').as('through'))
    .executeTakeFirstOrThrow()
  return through ?? '0'
}

/** The balance of every account: the platform's from postings, those of users from their rows. */
export async function listAccountBalances(db: Kysely<DB>): Promise<Record<Account, number>> {
  const { rows } = await sql<{ account: Account; cents: string }>`
    select account::text, coalesce(before.balance_cents, 0) + coalesce((
        select sum(amount_cents) from ledger_postings
        where ledger_postings.account = accounts.account
          and entry_id > coalesce(before.through_entry_id, 0)), 0) as cents
    from unnest(enum_range(null::ledger_account)) as accounts (account)
    left join lateral (${lastCheckpoint}) as before on true
    where account not in ('available', 'held')
    union all select 'available', coalesce(sum(available_cents), 0) from ledger_balances
    union all select 'held', coalesce(sum(held_cents), 0) from ledger_balances
  `.execute(db)
  return Object.fromEntries(rows.map(({ account, cents }) => [account, Number(cents)])) as Record<
    Account,
    number
  >
}

/** The sum of every posting there is, whatever checkpoints say. */
export async function sumPostings(db: Kysely<DB>): Promise<number> {
  const { cents } = await db
    .selectFrom('ledgerPostings')
    .select((row) => row.fn.sum<string | null>('amountCents').as('cents'))
    .executeTakeFirstOrThrow()
  return Number(cents ?? 0)
}

/**
 * Users whose stored balance differs from their postings, or whose open reservations differ from
 * `held`.
 */
export async function listWrongBalances(
  db: Kysely<DB>,
  { afterEntryId, limit }: { afterEntryId: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    with touched as (
      select distinct user_id from ledger_entries
      where id > ${afterEntryId}::bigint and user_id is not null
    )
    select touched.user_id from touched
    join ledger_balances using (user_id)
    cross join lateral (
      select coalesce(sum(amount_cents) filter (where account = 'available'), 0) as available,
        coalesce(sum(amount_cents) filter (where account = 'held'), 0) as held
      from ledger_entries join ledger_postings on entry_id = ledger_entries.id
      where ledger_entries.user_id = touched.user_id
    ) as derived
    cross join lateral (
      select coalesce(sum(amount_cents), 0) as open_holds from ledger_holds
      where ledger_holds.user_id = touched.user_id and ended_at is null
    ) as holds
    where (available_cents, held_cents) <> (derived.available, derived.held)
      or held_cents <> open_holds
    limit ${limit}
  `.execute(db)
  return rows.map(({ userId }) => userId)
}
