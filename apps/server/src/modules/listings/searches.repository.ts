import { sql, type Kysely, type Selectable } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { DB, SavedSearches } from '../../platform/db/db-types.ts'
import type { Wanted } from './read-wanted.ts'

export type Search = { id: string; userId: string; createdAt: Date; wanted: Wanted }

export async function insertSearch(tx: Tx, userId: string, wanted: Wanted): Promise<Search> {
  const row = await tx
    .insertInto('savedSearches')
    .values({ ...wanted, userId, createdAt: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toSearch(row)
}

/** Newest first. */
export async function listSearches(db: Kysely<DB>, userId: string): Promise<Search[]> {
  const rows = await db
    .selectFrom('savedSearches')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toSearch)
}

export async function deleteSearch(
  tx: Tx,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('savedSearches')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteSearchesOfUser(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('savedSearches').where('userId', '=', userId).execute()
}

/**
 * Marks as told some of those who saved a search that this listing meets, and gives one such search
 * of each. Nobody is told of their own listing, nor twice, nor of what is not shown any more.
 */
export async function markAlerted(
  tx: Tx,
  { listingId, limit }: { listingId: string; limit: number },
): Promise<Search[]> {
  const { rows } = await sql<Selectable<SavedSearches>>`
    with matching as (
      select distinct on (searches.user_id) searches.*
      from listings join saved_searches as searches on ${isMet}
      join users on users.id = searches.user_id and users.deleted_at is null
      where listings.id = ${listingId} and listings.is_active
        and searches.user_id <> listings.user_id
        and not exists (select from listing_alerts as told
          where told.listing_id = listings.id and told.user_id = searches.user_id)
      order by searches.user_id, searches.created_at, searches.id limit ${limit}
    ), told as (
      insert into listing_alerts (listing_id, user_id, created_at)
      select ${listingId}, user_id, ${tx.now} from matching
      on conflict do nothing returning user_id
    )
    select matching.* from matching join told using (user_id)
  `.execute(tx)
  return rows.map(toSearch)
}

/** As the directory finds them. What is empty asks for nothing. */
const isMet = sql`
  (searches.suffix = listings.suffix or searches.suffix is null)
  and (searches.text is null or strpos(listings.unicode_name, searches.text) > 0)
  and (searches.amount_cents_min is null or listings.amount_cents >= searches.amount_cents_min)
  and (searches.amount_cents_max is null or listings.amount_cents <= searches.amount_cents_max)
  and (searches.rate_bps_min is null or listings.rate_bps >= searches.rate_bps_min)
  and (searches.rate_bps_max is null or listings.rate_bps <= searches.rate_bps_max)
  and (searches.term_days_min is null or listings.term_days >= searches.term_days_min)
  and (searches.term_days_max is null or listings.term_days <= searches.term_days_max)
  and (searches.ltv_bps_max is null or listings.ltv_bps <= searches.ltv_bps_max)
  and (searches.age_years_min is null or listings.registered_on <=
    (app_now() at time zone 'utc')::date - make_interval(years => searches.age_years_min))
  and (searches.is_custody_ready is not true or listings.is_custody_ready)`

function toSearch({ id, userId, createdAt, ...row }: Selectable<SavedSearches>): Search {
  const numbers = ['amountCentsMin', 'amountCentsMax'] as const
  const wanted = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
  for (const name of numbers) if (row[name] !== null) wanted[name] = Number(row[name])
  return { id, userId, createdAt, wanted }
}
