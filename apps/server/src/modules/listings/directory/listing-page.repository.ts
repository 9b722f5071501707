/** What a listing's page shows besides the passport. Read-only. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../platform/db/db-types.ts'
import { cardColumns, type Card } from './directory.repository.ts'

export type ListingPage = Card & {
  userId: string
  version: number
  createdAt: Date
  isActive: boolean
  ownerHandle: string | null
  ownerSince: string
  loansRepaid: string
  loansEnded: string
  loansOnTime: string
  disputesLost: string
  loansLapsed: string
  pendingOffers: string
  inCustodySince: Date | null
  nameserversChangedAt: Date | null
  renewalCents: string | null
}

export async function findListingPage(
  db: Kysely<DB>,
  { id, now }: { id: string; now: Date },
): Promise<ListingPage | undefined> {
  const { rows } = await sql<ListingPage>`
    select listing.*, users.handle as owner_handle,
      (users.created_at at time zone 'utc')::date::text as owner_since,
      record.repaid as loans_repaid, record.ended as loans_ended,
      record.on_time as loans_on_time, ${disputesLost} as disputes_lost, ${loansLapsed} as loans_lapsed,
      (select count(*) from offers
        where offers.domain_id = listing.domain_id and status = 'PENDING') as pending_offers,
      (select arrived_at from holdings
        where holdings.domain_id = listing.domain_id and left_at is null) as in_custody_since,
      ${nameserversChangedAt} as nameservers_changed_at, ${renewalCents(now)} as renewal_cents
    from (
      select ${cardColumns}, suffix, user_id, version, created_at, is_active
      from listings where id = ${id}
    ) as listing
    join users on users.id = listing.user_id
    cross join lateral (
      select count(*) filter (where status = 'FINALIZED_RETURN_TO_BORROWER') as repaid,
        count(*) filter (where status = 'FINALIZED_RETURN_TO_BORROWER'
          and ${repaidOn} <= (due_at at time zone 'utc')::date) as on_time,
        count(*) filter (where status <> 'CANCELLED') as ended
      from escrows where borrower_id = listing.user_id and ended_at is not null
    ) as record
  `.execute(db)
  return rows[0]
}

/** The day the money of a row of `escrows` arrived, as far as known: a lender may confirm it late. */
export const repaidOn = sql`coalesce(
  (select max(paid_on) from escrow_payments
    where escrow_id = escrows.id and kind = 'FULL' and status = 'CONFIRMED'),
  (select case when sum(principal_cents) >= escrows.amount_cents then max(paid_on) end
    from escrow_payments
    where escrow_id = escrows.id and kind = 'PARTIAL' and status = 'CONFIRMED'),
  (ended_at at time zone 'utc')::date)`

/**
 * Rulings against the owner, as borrower or as lender; CURE counts against the borrower alone,
 * settled disputes against nobody.
 */
const disputesLost = sql`(
  select count(*) from escrows join escrow_events on escrow_events.escrow_id = escrows.id
  where action = 'rule' and (
    (borrower_id = listing.user_id and outcome in ('FUNDED', 'CURE', 'DEFAULT'))
    or (lender_id = listing.user_id and outcome in ('NOT_FUNDED', 'REPAID'))))`

/** Loans that lapsed because the owner missed a deadline, as borrower or as lender. */
const loansLapsed = sql`(
  select count(*) from escrows
  where (borrower_id = listing.user_id and lapsed_by in ('BORROWER', 'BOTH'))
    or (lender_id = listing.user_id and lapsed_by in ('LENDER', 'BOTH')))`

/** Changed by the owner through us, or as the registry reported. */
const nameserversChangedAt = sql`greatest(
  (select max(created_at) from nameserver_changes
    where nameserver_changes.domain_id = listing.domain_id),
  (select max(created_at) from registration_changes
    where registration_changes.name = listing.name and what = 'Nameservers'))`

/** The registrar's latest price for this name, or the usual price of its suffix. */
const renewalCents = (now: Date) => sql`coalesce(
  (select case operation when 'renew' then amount_cents else renewal_cents end
    from fee_quotes
    where fee_quotes.domain_id = listing.domain_id and state = 'ready'
      and (operation = 'renew' or renewal_cents is not null)
    order by asked_at desc limit 1),
  (select renewal_price_cents from tld_policies
    where tld_policies.suffix = listing.suffix and effective_from <= ${now}
    order by effective_from desc limit 1))`
