/**
 * Queries of the directory. A page without filters starts at a number from the block map; a search
 * uses an index for its order.
 */
import { limits } from '@pier/protocol/limits'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../../platform/db/db-types.ts'

export type Card = {
  id: string
  name: string
  unicodeName: string
  looksLike: string | null
  domainId: string
  valueCents: string | null
  termDays: number
  amountCents: string
  rateBps: number
  adjustedBps: number
  ltvBps: number | null
  isCustodyReady: boolean
  registeredOn: string | null
  expiresAt: Date
}

export const cardColumns = sql`id, name, unicode_name, looks_like, domain_id, value_cents, term_days, amount_cents,
  rate_bps, adjusted_bps, ltv_bps, is_custody_ready, registered_on::text, expires_at`

/** How many are shown of every 256 numbers, newest block first: eight bytes each. */
export async function readBlocks(db: Kysely<DB>): Promise<Buffer> {
  const { rows } = await sql<{ packed: Buffer | null }>`
    select string_agg(int4send(block) || int4send(active), ''::bytea order by block desc) as packed
    from listing_blocks where active > 0
  `.execute(db)
  return rows[0]?.packed ?? Buffer.alloc(0)
}

/** Starts below this number and skips `skip` rows, which is never more than a block. */
export async function listNewest(
  db: Kysely<DB>,
  { below, skip, limit }: { below: number; skip: number; limit: number },
): Promise<Card[]> {
  const { rows } = await sql<Card>`
    select ${cardColumns} from listings join (
      select number from listings where is_active and number < ${below}
      order by number desc limit ${limit} offset ${skip}
    ) as page using (number) order by number desc
  `.execute(db)
  return rows
}

export type Filters = {
  text?: string | undefined
  suffix?: string | undefined
  amountCentsMin?: number | undefined
  amountCentsMax?: number | undefined
  rateBpsMin?: number | undefined
  rateBpsMax?: number | undefined
  termDaysMin?: number | undefined
  termDaysMax?: number | undefined
  lettersMin?: number | undefined
  lettersMax?: number | undefined
  ltvBpsMax?: number | undefined
  registeredBefore?: Date | undefined
  isCustodyReady?: boolean | undefined
}
export type Sort = 'newest' | 'adjusted' | 'amount' | 'ending'

const orders: Record<Sort, RawBuilder<unknown>> = {
  newest: sql`number desc`,
  adjusted: sql`adjusted_bps desc, number desc`,
  amount: sql`amount_cents desc, number desc`,
  ending: sql`expires_at, number desc`,
}

/** Skipped rows are read from the index alone, if it has the columns that are asked for. */
export async function listMatching(
  db: Kysely<DB>,
  wanted: { filters: Filters; sort: Sort; limit: number; offset: number },
): Promise<Card[]> {
  const { filters, sort, limit, offset } = wanted
  const isWithinReach = sort === 'adjusted' ? withinReach(filters) : sql`true`
  const { rows } = await sql<Card>`
    select ${cardColumns} from listings join (
      select number from listings where ${matching(filters)} and ${isWithinReach}
      order by ${orders[sort]} limit ${limit} offset ${offset}
    ) as page using (number) order by ${orders[sort]}
  `.execute(db)
  return rows
}

/**
 * Bounds the adjusted rate by the filters on rate and term. Without this, a scan from the largest
 * on would pass all the long terms first.
 */
function withinReach({ rateBpsMax, termDaysMax }: Filters): RawBuilder<unknown> {
  if (rateBpsMax === undefined && termDaysMax === undefined) return sql`true`
  const rate = sql`(select max(rate_bps) from listings
    where is_active and rate_bps <= ${rateBpsMax ?? limits.rateBpsMax})`
  const term = sql`(select max(term_days) from listings
    where is_active and term_days <= ${termDaysMax ?? limits.termDaysMax})`
  return sql`adjusted_bps <= ${rate}::bigint * ${term} / 365 + 1`
}

/** Counts up to a bound: an exact count beyond it would cost more than it is worth. */
export async function countMatching(
  db: Kysely<DB>,
  { filters, max }: { filters: Filters; max: number },
): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from (
      select from listings where ${matching(filters)} limit ${max + 1}
    ) as found
  `.execute(db)
  return Number(rows[0]?.count ?? 0)
}

function matching(filters: Filters): RawBuilder<unknown> {
  const { text, suffix, isCustodyReady, registeredBefore } = filters
  const pattern = `%${text?.replaceAll(/[\\%_]/g, '\\$&')}%`
  const conditions = [
    sql`is_active`,
    text && sql`unicode_name ilike ${pattern}`,
    suffix && sql`suffix = ${suffix}`,
    filters.amountCentsMin !== undefined && sql`amount_cents >= ${filters.amountCentsMin}`,
    filters.amountCentsMax !== undefined && sql`amount_cents <= ${filters.amountCentsMax}`,
    filters.rateBpsMin !== undefined && sql`rate_bps >= ${filters.rateBpsMin}`,
    filters.rateBpsMax !== undefined && sql`rate_bps <= ${filters.rateBpsMax}`,
    filters.termDaysMin !== undefined && sql`term_days >= ${filters.termDaysMin}`,
    filters.termDaysMax !== undefined && sql`term_days <= ${filters.termDaysMax}`,
    filters.lettersMin !== undefined && sql`letters >= ${filters.lettersMin}`,
    filters.lettersMax !== undefined && sql`letters <= ${filters.lettersMax}`,
    filters.ltvBpsMax !== undefined && sql`ltv_bps <= ${filters.ltvBpsMax}`,
    registeredBefore && sql`registered_on <= ${registeredBefore}`,
    isCustodyReady && sql`is_custody_ready`,
  ].filter((condition) => condition !== undefined && condition !== false && condition !== '')
  return sql.join(conditions, sql` and `)
}
