import { adjustedBps } from '@pier/protocol/loans/loan-terms'
import { formatMoney, formatRate } from '@pier/protocol/money'
import { countOf } from '@pier/protocol/text'
import { type Card, answerWithCard } from '../../cards/draw-card.server.ts'
import type { ListingDetails } from '../../api/listings.ts'
import { askedOf } from '../../listings/asked-of.ts'
import type { Route } from './+types/listing-picture'
import { findListing } from './read-listing.server.ts'

/** The preview picture of a link to a listing. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const listing = await findListing(params.id, request)
  return answerWithCard(listing && cardOf(listing))
}

function cardOf(listing: ListingDetails): Card {
  const asked = askedOf(listing)
  return {
    title: { domain: listing.domain, unicode: listing.unicode },
    figures: [
      ['Loan', formatMoney(asked.amountCents, { whole: true })],
      ['Term', countOf(asked.termDays, 'day')],
      ['APR', formatRate(asked.rateBps)],
      ['Adjusted', formatRate(adjustedBps(asked))],
    ],
  }
}
