import { adjustedBps } from '@pier/protocol/loans/loan-terms'
import { formatMoney, formatRate } from '@pier/protocol/money'
import type { Listing } from '../../api/listings.ts'
import { callFromServer } from '../../api/client/call-from-server.server.ts'
import { askedOf } from '../../listings/asked-of.ts'
import { hrefOfListing, publicHome } from '../../listings/directory-address.ts'
import { pageOrigin } from '../../shell/public/head-tags.tsx'

const itemsMax = 50
const ageMsMax = 60_000

export type FeedItem = { url: string; title: string; text: string }

let kept: { items: Promise<FeedItem[]>; atMs: number } | undefined

/** The newest listings for feed readers, which ask often: read once a minute for all of them. */
export function readNewListings({ headers }: Request): Promise<FeedItem[]> {
  if (!kept || performance.now() - kept.atMs > ageMsMax) {
    const id = headers.get('x-request-id')
    const own = new Headers(id ? { 'x-request-id': id } : {})
    const { signal } = new AbortController()
    const query = { limit: String(itemsMax) }
    const items = callFromServer('GET /listings', { query }, { headers: own, signal }).then(
      ({ listings }) => listings.map(itemOf),
    )
    items.catch(() => (kept = undefined))
    kept = { items, atMs: performance.now() }
  }
  return kept.items
}

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
