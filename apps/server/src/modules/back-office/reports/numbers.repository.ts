import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../platform/db/db-types.ts'

const quarterOf = (at: string) => sql.raw(`to_char(${at}, 'YYYY"-Q"Q')`)

export type Cohort = {
  quarter: string
  funded: number
  repaid: number
  running: number
  late7: number
  late30: number
  late90: number
  lateMore: number
  seized: number
  ordered: number
  disputed: number
}

/** By the quarter of funding. Leaves out loans that were ruled never funded. */
export async function listCohorts(db: Kysely<DB>): Promise<Cohort[]> {
  const { rows } = await sql<Cohort>`
    with loans as (
      select ${quarterOf('value_date')} as quarter, status,
        exists (select from escrow_disputes where escrow_id = escrows.id) as is_disputed,
        case when ended_at is null
          then greatest(0, ceil(extract(epoch from app_now() - due_at) / 86400))::int end as days_late
      from escrows where value_date is not null and status <> 'CANCELLED'
    )
    select quarter, count(*)::int as funded,
      (count(*) filter (where status = 'FINALIZED_RETURN_TO_BORROWER'))::int as repaid,
      (count(*) filter (where days_late = 0))::int as running,
      (count(*) filter (where days_late between 1 and 7))::int as late7,
      (count(*) filter (where days_late between 8 and 30))::int as late30,
      (count(*) filter (where days_late between 31 and 90))::int as late90,
      (count(*) filter (where days_late > 90))::int as late_more,
      (count(*) filter (where status = 'FINALIZED_LENDER_SEIZURE'))::int as seized,
      (count(*) filter (where status = 'FINALIZED_PLATFORM_SEZIURE'))::int as ordered,
      (count(*) filter (where is_disputed))::int as disputed
    from loans group by quarter order by quarter desc
  `.execute(db)
  return rows
}

export async function listRulings(
  db: Kysely<DB>,
): Promise<{ quarter: string; outcome: string; count: number }[]> {
  const { rows } = await sql<{ quarter: string; outcome: string; count: number }>`
    select ${quarterOf('done_at')} as quarter, coalesce(terms ->> 'outcome', kind) as outcome,
      count(*)::int as count
    from decisions
    where state = 'done' and kind in ('rule', 'seize', 'seizeForPlatform')
    group by 1, 2 order by 1 desc, 2
  `.execute(db)
  return rows
}

/** Median hours for the loans agreed in the last year, and how many loans each covers. */
export async function findMedians(db: Kysely<DB>) {
  const { rows } = await sql<{
    toFund: number | null
    toConfirm: number | null
    funded: number
    confirmed: number
  }>`
    with times as (
      select escrows.created_at, min(at) filter (where to_phase = 'FUNDING_CLAIMED') as claimed_at,
        min(at) filter (where to_phase = 'ACTIVE') as active_at
      from escrows join escrow_events on escrow_id = escrows.id
        and to_phase in ('FUNDING_CLAIMED', 'ACTIVE') and escrow_events.version is not null
      where escrows.created_at > app_now() - interval '1 year'
      group by escrows.id
    )
    select
      (percentile_cont(0.5) within group (
        order by extract(epoch from active_at - created_at) / 3600))::float as to_fund,
      (percentile_cont(0.5) within group (
        order by extract(epoch from active_at - claimed_at) / 3600)
        filter (where claimed_at < active_at))::float as to_confirm,
      (count(active_at))::int as funded,
      (count(*) filter (where claimed_at < active_at))::int as confirmed
    from times
  `.execute(db)
  return rows[0] ?? { toFund: null, toConfirm: null, funded: 0, confirmed: 0 }
}
