/** What both parties read of offers, joined with data of other modules. Read-only. */
import { fundedStatuses, type OfferStatus } from '@pier/protocol/statuses'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../platform/db/db-types.ts'
import type { Side } from './offers.repository.ts'

export type ListedOffer = {
  id: string
  name: string
  unicodeName: string
  domainId: string
  listingId: string
  amountCents: string
  termDays: number
  rateBps: number
  status: OfferStatus
  message: string | null
  reason: string | null
  side: Side
  version: number
  contract: number
  otherHandle: string | null
  otherFunded: string
  otherLapses: string
  otherAccepted: string
  isReserved: boolean
  expiresAt: Date
  createdAt: Date
  decidedAt: Date | null
  escrowId: string | null
  askAmountCents: string
  askTermDays: number
  askRateBps: number
  askValueCents: string | null
}

type Wanted = { userId: string; role: Side }

/** Pending ones first, then the newest. Without a limit, all of them. */
export async function listOffers(
  db: Kysely<DB>,
  { userId, role, limit = null, offset = 0 }: Wanted & { limit?: number | null; offset?: number },
): Promise<{ offers: ListedOffer[]; total: number }> {
  const [own, other] = role === 'BORROWER' ? [borrower, lender] : [lender, borrower]
  const { rows } = await sql<ListedOffer & { total: number }>`
    with page as materialized (
      select *, (select count(*)::int from offers where ${own} = ${userId}) as total
      from offers where ${own} = ${userId}
      order by (status = 'PENDING') desc, number desc limit ${limit} offset ${offset}
    ), others as materialized (
      -- Each of them once, however many of the offers are theirs.
      select users.id, users.handle, this_side.accepted, this_side.funded,
        this_side.lapses + that_side.lapses as lapses
      from (select distinct ${other} as id from page) as one
      join users on users.id = one.id
      cross join lateral (${countLoans(other)}) as this_side
      cross join lateral (${countLoans(own)}) as that_side
    )
    select page.*, domains.name, domains.unicode_name, listings.is_reserved,
      listings.amount_cents as ask_amount_cents, listings.term_days as ask_term_days,
      listings.rate_bps as ask_rate_bps, listings.value_cents as ask_value_cents,
      others.handle as other_handle, others.accepted as other_accepted,
      others.funded as other_funded, others.lapses as other_lapses, escrows.id as escrow_id
    from page
    join domains on domains.id = page.domain_id
    join listings on listings.id = page.listing_id
    join others on others.id = page.${other}
    left join escrows on escrows.offer_id = page.id
    order by (page.status = 'PENDING') desc, page.number desc
  `.execute(db)
  // A page behind the last one has no row to say how many there are.
  const total = rows[0]?.total ?? (offset > 0 ? await countOffers(db, { userId, role }) : 0)
  return { offers: rows, total }
}

/** All offers a user made or received, without the identity of the other party. */
export function listOffersEver(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom('offers')
    .innerJoin('domains', 'domains.id', 'offers.domainId')
    .select(['domains.name', 'offers.side', 'offers.version', 'offers.amountCents'])
    .select(['offers.termDays', 'offers.rateBps', 'offers.message', 'offers.contract'])
    .select(['offers.status', 'offers.reason', 'offers.expiresAt', 'offers.createdAt'])
    .select(['offers.decidedAt', sql<boolean>`lender_id = ${userId}`.as('isLender')])
    .where((row) =>
      row.or([row('offers.lenderId', '=', userId), row('offers.borrowerId', '=', userId)]),
    )
    .orderBy('offers.number')
    .execute()
}

const borrower = sql.raw('borrower_id')
const lender = sql.raw('lender_id')

/** What the loans of a user came to on this side. Answered by the index of that side alone. */
const countLoans = (side: typeof borrower) => sql`
  select count(*) as accepted,
    count(*) filter (where status = any(${[...fundedStatuses]})) as funded,
    count(*) filter (where lapsed_by in (${side === borrower ? 'BORROWER' : 'LENDER'}, 'BOTH')) as lapses
  from escrows where escrows.${side} = users.id`

async function countOffers(db: Kysely<DB>, { userId, role }: Wanted): Promise<number> {
  const { count } = await db
    .selectFrom('offers')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where(role === 'BORROWER' ? 'borrowerId' : 'lenderId', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
