import { sql, type Kysely, type Selectable } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, Listings } from '../../../platform/db/db-types.ts'

export type Listing = Omit<Selectable<Listings>, 'amountCents' | 'valueCents' | 'number'> & {
  amountCents: number
  valueCents: number | null
}

export type Terms = {
  amountCents: number
  termDays: number
  rateBps: number
  adjustedBps: number
  acceptsByItself: boolean
}
type NewListing = Terms & {
  domainId: string
  userId: string
  name: string
  unicodeName: string
  looksLike: string | null
  suffix: string
  valueCents: number | null
  ltvBps: number | null
  registeredOn: Date | null
  isCustodyReady: boolean
  expiresAt: Date
}

/** Nothing when the domain is listed already. */
export async function insertListing(tx: Tx, listing: NewListing): Promise<Listing | undefined> {
  const row = await tx
    .insertInto('listings')
    .values({ ...listing, createdAt: tx.now })
    .onConflict((conflict) => conflict.column('domainId').where('endedAt', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && toListing(row)
}

export async function findListing(db: Kysely<DB>, id: string): Promise<Listing | undefined> {
  const row = await db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toListing(row)
}

export async function findOpenListing(
  db: Kysely<DB>,
  domainId: string,
): Promise<Listing | undefined> {
  const row = await db
    .selectFrom('listings')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return row && toListing(row)
}

/** The open listings of a name with the state of their domains. The name must be locked. */
export async function listOpenOfName(tx: Tx, name: string) {
  const rows = await tx
    .selectFrom('listings')
    .innerJoin('domains', 'domains.id', 'listings.domainId')
    .selectAll('listings')
    .select(['domains.status', 'domains.archivedAt'])
    .where('listings.name', '=', name)
    .where('listings.endedAt', 'is', null)
    .execute()
  return rows.map(({ status, archivedAt, ...row }) => ({
    listing: toListing(row),
    isProved: status !== 'EXTERNAL_UNVERIFIED' && !archivedAt,
    isHeld: status === 'CUSTODY_PAID' || status === 'IN_ESCROW',
    isGone: archivedAt !== null,
  }))
}

export async function hasProvedOwner(tx: Tx, name: string): Promise<boolean> {
  const row = await tx
    .selectFrom('domains')
    .select('id')
    .where('name', '=', name)
    .where('status', '<>', 'EXTERNAL_UNVERIFIED')
    .where('archivedAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Everything a user ever listed, with its events. */
export async function listListingsEver(db: Kysely<DB>, userId: string) {
  const listings = await db
    .selectFrom('listings')
    .select(['id', 'name', 'amountCents', 'termDays', 'rateBps', 'acceptsByItself'])
    .select(['createdAt', 'expiresAt', 'endedAt', 'endReason'])
    .where('userId', '=', userId)
    .orderBy('number')
    .execute()
  const events = await db
    .selectFrom('listingEvents')
    .innerJoin('listings', 'listings.id', 'listingEvents.listingId')
    .select(['listingId', 'what', 'detail', 'listingEvents.createdAt'])
    .where('listings.userId', '=', userId)
    .orderBy('listingEvents.id')
    .execute()
  const eventsOf = Map.groupBy(events, ({ listingId }) => listingId)
  return listings.map(({ id, ...listing }) => ({
    ...listing,
    events: (eventsOf.get(id) ?? []).map(({ listingId: _listingId, ...event }) => event),
  }))
}

type ListingChange = Partial<
  Terms &
    Pick<NewListing, 'valueCents' | 'ltvBps' | 'isCustodyReady' | 'expiresAt' | 'registeredOn'> & {
      isActive: boolean
      isPaused: boolean
      nameApprovedAt: Date
      endedAt: Date
      endReason: string
      version: number
    }
>

/** Its domain is locked, so it needs no lock of its own. */
export async function saveListing(
  tx: Tx,
  id: string,
  change: ListingChange,
  event: { what: string; detail?: object },
): Promise<void> {
  await tx.updateTable('listings').set(change).where('id', '=', id).execute()
  await insertListingEvent(tx, { id, ...event })
}

export async function insertListingEvent(
  tx: Tx,
  { id, what, detail }: { id: string; what: string; detail?: object },
): Promise<void> {
  await tx
    .insertInto('listingEvents')
    .values({
      listingId: id,
      what,
      detail: detail ? JSON.stringify(detail) : null,
      createdAt: tx.now,
    })
    .execute()
}

/** What a card shows besides the terms: the valuation and the registration date. */
export async function findCardFacts(
  db: Kysely<DB>,
  { name, now }: { name: string; now: Date },
): Promise<{ valueCents: number | null; registeredOn: Date | null }> {
  const { rows } = await sql<{ valueCents: string | null; registeredAt: string | null }>`
    select
      (select amount_cents from valuations where name = ${name} and expires_at > ${now}
        order by created_at desc limit 1) as value_cents,
      (select facts ->> 'registeredAt' from registrations where name = ${name}) as registered_at
  `.execute(db)
  const [row] = rows
  return {
    valueCents: row?.valueCents ? Number(row.valueCents) : null,
    registeredOn: row?.registeredAt ? new Date(row.registeredAt) : null,
  }
}

const toListing = ({ number: _number, ...row }: Selectable<Listings>): Listing => ({
  ...row,
  amountCents: Number(row.amountCents),
  valueCents: row.valueCents === null ? null : Number(row.valueCents),
})
