import type { OfferStatus } from '@pier/protocol/statuses'
import { contractOf, railOf, type Rail } from '@pier/protocol/rails'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, Offers } from '../../../platform/db/db-types.ts'

export type Side = 'LENDER' | 'BORROWER'
export type Offer = Omit<
  Selectable<Offers>,
  'amountCents' | 'status' | 'side' | 'number' | 'contract'
> & {
  amountCents: number
  status: OfferStatus
  side: Side
  rail: Rail
}

type NewOffer = Pick<
  Offer,
  | 'listingId'
  | 'domainId'
  | 'borrowerId'
  | 'lenderId'
  | 'side'
  | 'parentId'
  | 'version'
  | 'amountCents'
  | 'termDays'
  | 'rateBps'
  | 'message'
  | 'rail'
  | 'expiresAt'
>

export async function insertOffer(tx: Tx, { rail, ...offer }: NewOffer): Promise<Offer> {
  const row = await tx
    .insertInto('offers')
    .values({ ...offer, contract: contractOf(rail), status: 'PENDING', createdAt: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toOffer(row)
}

export async function findOffer(db: Kysely<DB>, id: string): Promise<Offer | undefined> {
  const row = await db.selectFrom('offers').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toOffer(row)
}

/** The domain of an offer, as a subquery; null for anyone but the two parties. */
export const domainIdOf = ({ offerId, userId }: { offerId: string; userId: string }) =>
  sql<string>`(select domain_id from offers
    where id = ${offerId} and ${userId}::uuid in (lender_id, borrower_id))`

export async function findPendingOffer(
  db: Kysely<DB>,
  { domainId, lenderId }: { domainId: string; lenderId: string },
): Promise<Offer | undefined> {
  const row = await db
    .selectFrom('offers')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('lenderId', '=', lenderId)
    .where('status', '=', 'PENDING')
    .executeTakeFirst()
  return row && toOffer(row)
}

export async function listPendingOffers(
  db: Kysely<DB>,
  { domainId, limit = 10_000 }: { domainId: string; limit?: number },
): Promise<Offer[]> {
  const rows = await db
    .selectFrom('offers')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('status', '=', 'PENDING')
    .orderBy('number')
    .limit(limit)
    .execute()
  return rows.map(toOffer)
}

/** Pending offers whose listing has ended. The name must be locked. */
export async function listOrphans(tx: Tx, name: string): Promise<Offer[]> {
  const rows = await tx
    .selectFrom('offers')
    .innerJoin('listings', 'listings.id', 'offers.listingId')
    .innerJoin('domains', 'domains.id', 'offers.domainId')
    .selectAll('offers')
    .where('domains.name', '=', name)
    .where('offers.status', '=', 'PENDING')
    .where('listings.endedAt', 'is not', null)
    .execute()
  return rows.map(toOffer)
}

/** Its domain is locked, so it needs no lock of its own. */
export async function saveDecision(
  tx: Tx,
  id: string,
  decision: { status: Exclude<OfferStatus, 'PENDING'>; reason?: string | null },
): Promise<void> {
  await tx
    .updateTable('offers')
    .set({ reason: null, ...decision, decidedAt: tx.now })
    .where('id', '=', id)
    .execute()
}

export async function countPendingOfLender(db: Kysely<DB>, lenderId: string): Promise<number> {
  const { count } = await db
    .selectFrom('offers')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('lenderId', '=', lenderId)
    .where('status', '=', 'PENDING')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether the loan that runs on a domain is this lender's. */
export async function isLenderOf(
  db: Kysely<DB>,
  { domainId, userId }: { domainId: string; userId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('escrows')
    .select('id')
    .where('domainId', '=', domainId)
    .where('lenderId', '=', userId)
    .where('status', 'in', ['LOAN_POSTED', 'ESCALATED'])
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the record of a domain outside custody was found since then. */
export async function isVerificationFresh(
  tx: Tx,
  { domainId, since }: { domainId: string; since: Date },
): Promise<boolean> {
  const { rows } = await sql<{ isFresh: boolean }>`
    select exists (
      select from domains left join domain_challenges on domain_id = domains.id
      where domains.id = ${domainId} and status = 'EXTERNAL_VERIFIED' and failures = 0
        and greatest(checked_at, verified_at) > ${since}
    ) as is_fresh
  `.execute(tx)
  return rows[0]?.isFresh ?? false
}

const toOffer = ({ number: _number, contract, ...row }: Selectable<Offers>): Offer => ({
  ...row,
  amountCents: Number(row.amountCents),
  status: row.status as OfferStatus,
  side: row.side as Side,
  rail: railOf(contract),
})
