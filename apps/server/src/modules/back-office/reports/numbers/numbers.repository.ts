import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../../platform/db/db-types.ts'
import { repaidOn } from '../../../listings/listings.service.ts'

export type Quarter = {
  quarter: string
  repaid: number
  running: number
  late: number
  seized: number
  /** How many of its loans have a value that the loan can be set against. */
  valued: number
  aprBps: number | null
  ltvPercent: number | null
  daysToMoney: number | null
}

/** By the quarter of funding, the latest first. Leaves out loans that were ruled never funded. */
export async function listQuarters(db: Kysely<DB>): Promise<Quarter[]> {
  const { rows } = await sql<Quarter>`
    with loans as materialized ( -- Else the value of each is looked up once more where it is counted.
      select to_char(value_date, 'YYYY"-Q"Q') as quarter, status, rate_bps, ended_at, due_at,
        value_date - (greatest(borrower_signed_at, lender_signed_at) at time zone 'utc')::date
          as days_to_money,
        100 * amount_cents::float / (
          select min(valuations.amount_cents) from valuations join domains using (name)
          where domains.id = escrows.domain_id and valuations.created_at <= escrows.created_at
            and valuations.expires_at > escrows.created_at) as ltv_percent
      from escrows where value_date is not null and status <> 'CANCELLED'
    )
    select quarter,
      (count(*) filter (where status = 'FINALIZED_RETURN_TO_BORROWER'))::int as repaid,
      (count(*) filter (where ended_at is null and due_at >= (select app_now())))::int as running,
      (count(*) filter (where ended_at is null and due_at < (select app_now())))::int as late,
      (count(*) filter (where status in ('FINALIZED_LENDER_SEIZURE',
        'FINALIZED_PLATFORM_SEZIURE')))::int as seized,
      count(ltv_percent)::int as valued,
      percentile_cont(0.5) within group (order by rate_bps) as apr_bps,
      percentile_cont(0.5) within group (order by ltv_percent) as ltv_percent,
      percentile_cont(0.5) within group (order by days_to_money) as days_to_money
    from loans group by quarter order by quarter desc
  `.execute(db)
  return rows
}

export type Loans = {
  since: string | null
  amountCents: number
  inTime: number
  late7: number
  late30: number
  late90: number
  lateMore: number
}

/** Over all quarters. */
export async function sumLoans(db: Kysely<DB>): Promise<Loans> {
  const { rows } = await sql<Loans>`
    with loans as (
      select *, ${repaidOn} as repaid_on, case when ended_at is null
          then greatest(0, ceil(extract(epoch from (select app_now()) - due_at) / 86400))::int end as days_late
      from escrows where value_date is not null and status <> 'CANCELLED'
    )
    select date_trunc('month', min(value_date))::date::text as since,
      coalesce(sum(amount_cents), 0)::float as amount_cents,
      (count(*) filter (where status = 'FINALIZED_RETURN_TO_BORROWER'
        and repaid_on <= (grace_until at time zone 'utc')::date))::int as in_time,
      (count(*) filter (where days_late between 1 and 7))::int as late7,
      (count(*) filter (where days_late between 8 and 30))::int as late30,
      (count(*) filter (where days_late between 31 and 90))::int as late90,
      (count(*) filter (where days_late > 90))::int as late_more
    from loans
  `.execute(db)
  const [loans] = rows
  return (
    loans ?? { since: null, amountCents: 0, inTime: 0, late7: 0, late30: 0, late90: 0, lateMore: 0 }
  )
}

export type Decided = {
  confirmed: number
  declined: number
  rulings: number
  reversed: number
  medianHours: number | null
}

/** What one operator proposed and another answered, about loans. */
export async function sumDecisions(db: Kysely<DB>): Promise<Decided> {
  const { rows } = await sql<Decided>`
    select
      (count(*) filter (where d.kind <> 'rule' and d.state = 'done'))::int as confirmed,
      (count(*) filter (where d.kind <> 'rule' and d.state = 'declined'))::int as declined,
      (count(*) filter (where d.kind = 'rule' and d.state = 'done'))::int as rulings,
      (count(*) filter (where d.state = 'done'
        and d.terms ->> 'outcome' <> first.terms ->> 'outcome'))::int as reversed,
      percentile_cont(0.5) within group (
        order by extract(epoch from d.decided_at - d.proposed_at)::float / 3600)
        filter (where d.state <> 'withdrawn') as median_hours
    from decisions d left join decisions first on first.id = d.appeal_of
    where d.kind in ('rule', 'seize', 'seizeForPlatform')
  `.execute(db)
  const none = { confirmed: 0, declined: 0, rulings: 0, reversed: 0, medianHours: null }
  return rows[0] ?? none
}

export type Custody = { held: number; lost: number }

/** Lost is what the registry shows elsewhere though nobody asked us to let it go. */
export async function sumCustody(db: Kysely<DB>): Promise<Custody> {
  const { rows } = await sql<Custody>`
    select count(distinct name)::int as held,
      (count(distinct name) filter (where left_at is null and exists (
        select from custody_alarms alarm where alarm.domain_id = domains.id
          and alarm.kind = 'sponsor' and alarm.resolved_at is null)))::int as lost
    from holdings join domains on domains.id = domain_id
  `.execute(db)
  return rows[0] ?? { held: 0, lost: 0 }
}
