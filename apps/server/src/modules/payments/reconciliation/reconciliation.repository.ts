import { sql, type Kysely } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'
import type { PaymentProvider } from '../top-ups/top-ups.repository.ts'

export type Cleared = { reference: string; amountCents: number; at: Date }

/** What left the clearing account of the card provider since then, entry by entry. */
export async function listClearedByCard(db: Kysely<DB>, from: Date): Promise<Cleared[]> {
  const rows = await db
    .selectFrom('ledgerPostings')
    .innerJoin('ledgerEntries', 'ledgerEntries.id', 'ledgerPostings.entryId')
    .select(['reference', 'amountCents', 'createdAt'])
    .where('account', '=', 'card_clearing')
    .where('createdAt', '>=', from)
    .where('kind', '<>', 'adjustment') // Internal: the provider does not know of it.
    .execute()
  return rows.map(({ reference, amountCents, createdAt }) => ({
    reference,
    amountCents: -Number(amountCents),
    at: createdAt,
  }))
}

/** The same for crypto, by top-up: one has several deposits, and a deposit several entries. */
export async function listClearedByCrypto(db: Kysely<DB>, from: Date): Promise<Cleared[]> {
  const { rows } = await sql<{ transactionId: string; cents: string; at: Date }>`
    with touched as (
      select transaction_id from crypto_deposits where read_at >= ${from}
      union
      select transaction_id from ledger_entries join ledger_postings on entry_id = id
      where account = 'crypto_clearing' and created_at >= ${from} 
        and kind not in ('payout', 'adjustment')
    )
    select touched.transaction_id, -sum(amount_cents) as cents, max(created_at) as at
    from touched
    join ledger_entries using (transaction_id)
    join ledger_postings on entry_id = ledger_entries.id
    where account = 'crypto_clearing'
    group by touched.transaction_id
  `.execute(db)
  return rows.map(({ transactionId, cents, at }) => ({
    reference: `crypto:${transactionId}`,
    amountCents: Number(cents),
    at,
  }))
}

/** The cutoff of the last comparison in which everything was explained. */
export async function findLastClean(
  db: Kysely<DB>,
  provider: PaymentProvider,
): Promise<Date | null> {
  const row = await db
    .selectFrom('reconciliations')
    .select('cutoff')
    .where('provider', '=', provider)
    .where('differenceCents', '=', '0')
    .where(sql<boolean>`unexplained = '[]'::jsonb`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.cutoff ?? null
}

export async function insertReconciliation(
  tx: Tx,
  row: {
    provider: PaymentProvider
    fromTime: Date
    cutoff: Date
    providerCents: number
    ledgerCents: number
    differenceCents: number
    unexplained: object[]
  },
): Promise<void> {
  await tx
    .insertInto('reconciliations')
    .values({ ...row, unexplained: JSON.stringify(row.unexplained), createdAt: tx.now })
    .execute()
}

/** The newest comparison of each provider, as one: the older time, the sum of the differences. */
export async function findReconciliation(
  db: Kysely<DB>,
): Promise<{ at: Date; differenceCents: number } | null> {
  const { rows } = await sql<{ at: Date | null; differenceCents: string }>`
    select min(created_at) as at, sum(abs(difference_cents)) as difference_cents from (
      select distinct on (provider) provider, created_at, difference_cents
      from reconciliations order by provider, id desc) as newest
    having count(*) = 2
  `.execute(db)
  const [row] = rows
  return row?.at ? { at: row.at, differenceCents: Number(row.differenceCents) } : null
}

export async function listReconciliations(
  db: Kysely<DB>,
  { provider, limit }: { provider: PaymentProvider; limit: number },
) {
  return db
    .selectFrom('reconciliations')
    .selectAll()
    .where('provider', '=', provider)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

const finalStatuses = ['finished', 'failed', 'expired', 'refunded']

/** Deposits that may have moved since then. */
export async function listDepositsSince(db: Kysely<DB>, from: Date) {
  return db
    .selectFrom('cryptoDeposits')
    .select(['paymentId', 'transactionId', 'readAt'])
    .where((row) =>
      row.or([row('readAt', '>=', from), row('status', 'not in', [...finalStatuses])]),
    )
    .execute()
}
