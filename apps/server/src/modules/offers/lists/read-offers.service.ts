import type { Db } from '../../../platform/db/database.ts'
import { listOffers } from '../records/offer-lists.repository.ts'
import type { Side } from '../records/offers.repository.ts'
import { presentOffer } from './present-offer.ts'

type Reader = { id: string; now: Date }
type Page = { role: Side; page: number; limit: number }

/** One page of the offers that a user received as a borrower, or sent as a lender. */
export async function readOffers(db: Db, { id: userId, now }: Reader, { role, page, limit }: Page) {
  const wanted = { userId, role, limit, offset: (page - 1) * limit }
  const { offers, total } = await listOffers(db, wanted)
  return {
    offers: offers.map((offer) => presentOffer(offer, { role, now })),
    pages: Math.ceil(total / limit),
  }
}
