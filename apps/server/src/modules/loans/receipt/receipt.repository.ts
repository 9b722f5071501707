/** Queries for the receipt, besides the loan itself. Read only. */
import type { Party } from '@pier/protocol/lifecycles/loan'
import { sql, type Kysely } from 'kysely'
import { invariant } from '../../../platform/app-error.ts'
import type { DB } from '../../../platform/db/db-types.ts'
import type { Loan } from '../facts/loans.repository.ts'

type Read = { loan: Loan; userId: string; now: Date }

export type NameRow = {
  ownerId: string
  isArchived: boolean
  isHeld: boolean
  isListed: boolean
  isLeaving: boolean
  arrivedAt: Date | null
  expiresAt: Date | null
  renewalCents: string | null
  loanId: string | null
}

export async function findNameRow(
  db: Kysely<DB>,
  { loan, userId, now }: Read,
): Promise<NameRow | undefined> {
  const { rows } = await sql<NameRow>`
    select domains.user_id as owner_id, domains.archived_at is not null as is_archived,
      exists (select from domain_holds
        where domain_id = domains.id and lifted_at is null) as is_held,
      exists (select from listings where domain_id = domains.id and is_active) as is_listed,
      exists (select from transfers
        where domain_id = domains.id and direction = 'out' and ended_at is null) as is_leaving,
      holdings.arrived_at, holdings.expires_at,
      (select id from escrows as other
        where other.domain_id = domains.id and other.id <> ${loan.id} and other.ended_at is null
          and ${userId}::uuid in (other.borrower_id, other.lender_id)
        order by other.is_linked limit 1) as loan_id,
      coalesce(
        (select case operation when 'renew' then amount_cents else renewal_cents end
          from fee_quotes
          where fee_quotes.domain_id = domains.id and state = 'ready'
            and (operation = 'renew' or renewal_cents is not null)
          order by asked_at desc limit 1),
        (select renewal_price_cents from tld_policies
          where tld_policies.suffix = domains.suffix and effective_from <= ${now}
          order by effective_from desc limit 1)) as renewal_cents
    from domains
    left join holdings on holdings.domain_id = domains.id and holdings.left_at is null
    where domains.id = ${loan.domainId}
  `.execute(db)
  return rows[0]
}

/** Fees the reader paid for this domain during the loan. */
export async function listFees(
  db: Kysely<DB>,
  { loan, userId, domain }: { loan: Loan; userId: string; domain: string },
): Promise<{ type: string; amountCents: number; at: Date }[]> {
  if (!loan.endedAt) return []
  const rows = await db
    .selectFrom('transactions')
    .select(['type', 'amountCents', 'createdAt as at'])
    .where('userId', '=', userId)
    .where('domain', '=', domain)
    .where('type', 'in', ['transfer_in', 'renewal', 'runway', 'advance'])
    .where('status', '=', 'DONE')
    .where('createdAt', '>=', loan.createdAt)
    .where('createdAt', '<=', loan.endedAt)
    .orderBy('createdAt')
    .orderBy('number')
    .execute()
  return rows.map(({ amountCents, ...fee }) => ({ ...fee, amountCents: -Number(amountCents) }))
}

/** The loan that was paid out by this one, or that paid this one out. */
export async function findLinked(
  db: Kysely<DB>,
  { loan, side }: { loan: Loan; side: 'former' | 'replacement' },
): Promise<{ lenderName: string; reference: string | null } | null> {
  const other =
    side === 'former'
      ? sql`escrows.id = ${loan.refinancesId}`
      : sql`escrows.refinances_id = ${loan.id} and escrows.value_date is not null`
  const { rows } = await sql<{ lenderName: string; reference: string | null }>`
    select users.name as lender_name, (select reference from escrow_payments
        where escrow_id = escrows.id and kind = 'FUNDING' and status = 'CONFIRMED'
        order by created_at desc limit 1) as reference
    from escrows join users on users.id = escrows.lender_id
    where escrows.domain_id = ${loan.domainId} and ${other}
  `.execute(db)
  return rows[0] ?? null
}

export async function countMessages(db: Kysely<DB>, escrowId: string): Promise<number> {
  const { count } = await db
    .selectFrom('escrowMessages')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('escrowId', '=', escrowId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type RecordRow = {
  loans: number
  repaid: number
  onTime: number
  lapses: number
  amountCents: string
  since: number | null
}

/** A user's track record as borrower or lender, counted as on the listing page. */
export async function findRecord(
  db: Kysely<DB>,
  { userId, role }: { userId: string; role: Party },
): Promise<RecordRow> {
  const side = sql.ref(role === 'BORROWER' ? 'borrower_id' : 'lender_id')
  const ran = sql`ended_at is not null and status <> 'CANCELLED'`
  const { rows } = await sql<RecordRow>`
    select (count(*) filter (where ${ran}))::int as loans,
      (count(*) filter (where status = 'FINALIZED_RETURN_TO_BORROWER'))::int as repaid,
      (count(*) filter (where status = 'FINALIZED_RETURN_TO_BORROWER'
        and ${repaidOn} <= (due_at at time zone 'utc')::date))::int as on_time,
      (count(*) filter (where lapsed_by in (${role}, 'BOTH')))::int as lapses,
      coalesce(sum(amount_cents) filter (where ${ran} and value_date is not null), 0) as amount_cents,
      (extract(year from min(value_date) filter (where ${ran})))::int as since
    from escrows where ${side} = ${userId}
  `.execute(db)
  const [record] = rows
  invariant(record, 'a count always gives a row')
  return record
}

/** The day of repayment, if known: the lender may confirm it later. */
const repaidOn = sql`coalesce(
  (select max(paid_on) from escrow_payments
    where escrow_id = escrows.id and kind = 'FULL' and status = 'CONFIRMED'),
  (select case when sum(principal_cents) >= escrows.amount_cents then max(paid_on) end
    from escrow_payments
    where escrow_id = escrows.id and kind = 'PARTIAL' and status = 'CONFIRMED'),
  (ended_at at time zone 'utc')::date)`
