/** What a quote shows of what stands in other tables. Read-only. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../platform/db/db-types.ts'

/** The valuation that the open listing of this name shows to everybody. */
export function findShownValue(db: Kysely<DB>, { name, now }: { name: string; now: Date }) {
  return db
    .selectFrom('listings')
    .innerJoin('domains', 'domains.id', 'listings.domainId')
    .innerJoin('valuations', 'valuations.name', 'domains.name')
    .select(['valuations.amountCents', 'valuations.source', 'valuations.createdAt'])
    .where('domains.name', '=', name)
    .where('domains.archivedAt', 'is', null)
    .where('listings.isActive', '=', true)
    .where('listings.expiresAt', '>', now)
    .where('valuations.expiresAt', '>', now)
    .orderBy('valuations.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export const fewestLoans = 5
/** Names of 1 to 4, 5 to 8, 9 to 13 and 14 or more characters count as alike. Fixed steps: with a
 * window around each length, the difference of two would show the loans of one length. */
export const lengthSteps = [5, 9, 14]
const monthsCounted = 24

export type Group = {
  /** Null in the group of all names. */
  suffix: string | null
  step: number | null
  loans: number
  withValue: number
  amountCents: number[]
  rateBps: number[]
  termDays: number[]
  ltv: number[] | null
}

const percentiles = sql`array[0.1, 0.25, 0.5, 0.75, 0.9]`

/**
 * The loans that were really paid out in the last whole months, alike by ending and length, and all
 * together. Groups of fewer than five are left out. Months are whole, so that a single new loan does
 * not show at once.
 */
export async function listLoanGroups(db: Kysely<DB>): Promise<Group[]> {
  const { rows } = await sql<Group>`
    with month as (select date_trunc('month', (select app_now()) at time zone 'utc')::date as first_day),
    paid as (
      select domains.suffix,
        width_bucket(length(split_part(domains.unicode_name, '.', 1)), ${lengthSteps}::int[]) as step,
        escrows.amount_cents, rate_bps, term_days,
        escrows.amount_cents * 100.0 / value.amount_cents as ltv
      from month, escrows
      join domains on domains.id = escrows.domain_id
      left join lateral (
        select amount_cents from valuations
        where valuations.name = domains.name and (valuations.created_at at time zone 'utc')::date <= value_date
          and (expires_at at time zone 'utc')::date > value_date
        order by valuations.created_at desc limit 1
      ) as value on true
      where value_date < first_day
        and value_date >= first_day - make_interval(months => ${monthsCounted})
        and escrows.status <> 'CANCELLED'
    )
    select suffix, step, count(*)::int as loans, count(ltv)::int as with_value,
      percentile_cont(${percentiles}) within group (order by amount_cents) as amount_cents,
      percentile_cont(${percentiles}) within group (order by rate_bps) as rate_bps,
      percentile_cont(${percentiles}) within group (order by term_days) as term_days,
      percentile_cont(${percentiles}) within group (order by ltv) as ltv
    from paid group by grouping sets ((suffix, step), ())
    having count(*) >= ${fewestLoans}
  `.execute(db)
  return rows
}

/** The first and the last of the months counted, as "2026-10". */
export function monthsOf(now: Date): { from: string; until: string } {
  const month = (before: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before)).toISOString().slice(0, 7)
  return { from: month(monthsCounted), until: month(1) }
}
