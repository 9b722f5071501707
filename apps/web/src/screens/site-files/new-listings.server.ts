import { adjustedBps } from '@pier/protocol/loans/loan-terms'
import { formatMoney, formatRate } from '@pier/protocol/money'
import type { Listing } from '../../api/listings.ts'
import { readForAll } from '../../api/client/read-for-all.server.ts'
import { askedOf } from '../../listings/asked-of.ts'
import { hrefOfListing, publicHome } from '../../listings/directory-address.ts'
import { pageOrigin } from '../../shell/public/head-tags.tsx'

const itemsMax = 50

export type FeedItem = { url: string; title: string; text: string }

/** The newest listings for feed readers, which ask often. */
export const readNewListings = readForAll(60_000, async (call): Promise<FeedItem[]> => {
  const { listings } = await call('GET /listings', { query: { limit: String(itemsMax) } })
  return listings.map(itemOf)
})

function itemOf(listing: Listing): FeedItem {
  const asked = askedOf(listing)
  const amount = formatMoney(asked.amountCents, { whole: true })
  const days = asked.termDays === 1 ? '1 day' : `${asked.termDays} days`
  return {
    url: pageOrigin + hrefOfListing(publicHome, listing.id),
    title: `${listing.unicode}: ${amount} for ${days} at ${formatRate(asked.rateBps)} APR`,
    text: `The owner of ${listing.unicode} asks for ${amount} for ${days}. Interest over the term: ${formatRate(adjustedBps(asked))}.`,
  }
}
