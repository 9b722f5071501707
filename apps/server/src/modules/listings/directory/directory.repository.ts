/**
 * Queries of the directory. A page without filters starts at a number from the block map; a search
 * uses an index for its order.
 */
import { limits } from '@pier/protocol/limits'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../../platform/db/db-types.ts'
import { readHot, type HotDb } from '../../../platform/db/hot-reads.ts'
import { plannedAnew } from '../../../platform/db/named-statements.ts'

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

/** A card as `presentCard` makes it, but as text and where its row is: a test holds them together. */
const cardAsText = `id, name as domain, domain_id, value_cents / 100::float8 as estimated_value,
  term_days as desired_term, amount_cents / 100::float8 as desired_loan_amount,
  rate_bps / 100::float8 as desired_apy, unicode_name as unicode, looks_like,
  adjusted_bps / 100::float8 as adjusted, (ltv_bps + 50) / 100 as ltv,
  is_custody_ready as custody_ready, registered_on,
  to_char(expires_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as expires_at`

/**
 * The cards of a page as JSON. It starts below this number and skips `skip` rows, never more than a
 * block, in the index alone; from there on it is one walk.
 */
export async function readNewestAsText(
  db: HotDb,
  { below, skip, limit }: { below: number; skip: number; limit: number },
): Promise<string> {
  const [found] = await readHot<{ cards: string | null }>(
    db,
    `select string_agg(row_to_json(card)::text, ',') as cards from (
      select ${cardAsText} from listings where is_active and number <= (
        select number from listings where is_active and number < $1
        order by number desc limit 1 offset $2
      ) order by number desc limit ${limit}
    ) as card`,
    [below, skip],
  )
  return `[${found?.cards ?? ''}]`
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

/** What is rare is found by its index, what is common by walking along the order that is wanted. */
const anew = sql.raw(plannedAnew)

/** Skipped rows are read from the index alone, if it has the columns that are asked for. */
export async function listMatching(
  db: Kysely<DB>,
  wanted: { filters: Filters; sort: Sort; limit: number; offset: number },
): Promise<Card[]> {
  const { filters, sort, limit, offset } = wanted
  const isWithinReach = sort === 'adjusted' ? withinReach(filters) : sql`true`
  const { rows } = await sql<Card>`
    ${anew} select ${cardColumns} from listings join (
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
    ${anew} select count(*) as count from (
      select from listings where ${matching(filters)} limit ${max + 1}
    ) as found
  `.execute(db)
  return Number(rows[0]?.count ?? 0)
}

function matching(filters: Filters): RawBuilder<unknown> {
  const { text, suffix, isCustodyReady, registeredBefore } = filters
  // What is typed and how names are written have small letters alone, so case need not be compared:
  // that would take several times as long.
  const pattern = `%${text?.replaceAll(/[\\%_]/g, '\\$&')}%`
  const conditions = [
    sql`is_active`,
    text && sql`unicode_name like ${pattern}`,
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
