import { sql, type Kysely, type Selectable } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, SavedSearches } from '../../../platform/db/db-types.ts'
import { cardColumns, type Card } from '../directory/directory.repository.ts'
import type { Wanted } from '../directory/read-wanted.ts'

export type Search = {
  id: string
  userId: string
  createdAt: Date
  lookedAt: Date | null
  wanted: Wanted
}
/** With the number of listings its owner was notified of and has not looked at, up to a hundred. */
export type WatchedSearch = Search & { newCount: number }

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

export async function findSearch(
  db: Kysely<DB>,
  { id, userId }: { id: string; userId: string },
): Promise<Search | undefined> {
  const rows = db.selectFrom('savedSearches').selectAll()
  const row = await rows.where('id', '=', id).where('userId', '=', userId).executeTakeFirst()
  return row && toSearch(row)
}

/** Clears what is no longer asked for. */
export async function updateSearch(tx: Tx, id: string, wanted: Wanted): Promise<Search> {
  const row = await tx
    .updateTable('savedSearches')
    .set({ ...nothingWanted, ...wanted })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toSearch(row)
}

const nothingWanted: Record<keyof Wanted, null> = {
  text: null,
  suffix: null,
  amountCentsMin: null,
  amountCentsMax: null,
  rateBpsMin: null,
  rateBpsMax: null,
  termDaysMin: null,
  termDaysMax: null,
  lettersMin: null,
  lettersMax: null,
  ltvBpsMax: null,
  ageYearsMin: null,
  isCustodyReady: null,
}

/** Returns whether the user has such a search. */
export async function saveLook(
  tx: Tx,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('savedSearches')
    .set({ lookedAt: tx.now })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
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
 * Marks users whose saved search matches this listing as notified, up to `limit`, and returns one
 * such search of each. Nobody is notified of their own listing, twice, or of an inactive one.
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

const newCountMax = 100

/** Newest first. */
export async function listWatchedSearches(
  db: Kysely<DB>,
  userId: string,
): Promise<WatchedSearch[]> {
  const { rows } = await sql<Selectable<SavedSearches> & { newCount: number }>`
    select searches.*, (select count(*)::integer from (
      select from ${found} where ${isFound} and ${isNew} limit ${newCountMax}
    ) as fresh) as new_count
    from saved_searches as searches where searches.user_id = ${userId}
    order by searches.created_at desc, searches.id
  `.execute(db)
  return rows.map(({ newCount, ...row }) => ({ ...toSearch(row), newCount }))
}

export type FoundCard = Card & { foundAt: Date; isNew: boolean }

/** Listings its owner was notified of that are still active and still match, latest first. */
export async function listFound(
  db: Kysely<DB>,
  { searchId, page, limit }: { searchId: string; page: number; limit: number },
): Promise<{ cards: FoundCard[]; total: number }> {
  const { rows } = await sql<FoundCard & { total: string }>`
    select ${cardColumns}, found_at, is_new, total from listings join (
      select listings.number, told.created_at as found_at, ${isNew} as is_new,
        count(*) over () as total
      from saved_searches as searches, ${found}
      where searches.id = ${searchId} and ${isFound}
      order by told.created_at desc, listings.number desc
      limit ${limit} offset ${(page - 1) * limit}
    ) as page using (number) order by found_at desc, number desc
  `.execute(db)
  return { cards: rows, total: Number(rows[0]?.total ?? 0) }
}

/** Matches as the directory does. Null fields match everything. */
const isMet = sql`
  (searches.suffix = listings.suffix or searches.suffix is null)
  and (searches.text is null or strpos(listings.unicode_name, searches.text) > 0)
  and (searches.amount_cents_min is null or listings.amount_cents >= searches.amount_cents_min)
  and (searches.amount_cents_max is null or listings.amount_cents <= searches.amount_cents_max)
  and (searches.rate_bps_min is null or listings.rate_bps >= searches.rate_bps_min)
  and (searches.rate_bps_max is null or listings.rate_bps <= searches.rate_bps_max)
  and (searches.term_days_min is null or listings.term_days >= searches.term_days_min)
  and (searches.term_days_max is null or listings.term_days <= searches.term_days_max)
  and (searches.letters_min is null or listings.letters >= searches.letters_min)
  and (searches.letters_max is null or listings.letters <= searches.letters_max)
  and (searches.ltv_bps_max is null or listings.ltv_bps <= searches.ltv_bps_max)
  and (searches.age_years_min is null or listings.registered_on <=
    ((select app_now()) at time zone 'utc')::date - make_interval(years => searches.age_years_min))
  and (searches.is_custody_ready is not true or listings.is_custody_ready)`

const found = sql`listing_alerts as told join listings on listings.id = told.listing_id`
const isFound = sql`told.user_id = searches.user_id and told.created_at >= searches.created_at
  and listings.is_active and ${isMet}`
const isNew = sql`(told.created_at > searches.looked_at or searches.looked_at is null)`

function toSearch({ id, userId, createdAt, lookedAt, ...row }: Selectable<SavedSearches>): Search {
  const numbers = ['amountCentsMin', 'amountCentsMax'] as const
  const wanted = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
  for (const name of numbers) if (row[name] !== null) wanted[name] = Number(row[name])
  return { id, userId, createdAt, lookedAt, wanted }
}
