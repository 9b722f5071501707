import { centsOf } from '@pier/protocol/money'
import type { Listing } from '../api/listings.ts'

/** A listing, converted from the dollars and percent of the wire to cents and basis points. */
export const askedOf = (listing: Listing) => ({
  listingId: listing.id,
  domainId: listing.domain_id,
  domain: listing.domain,
  amountCents: centsOf(listing.desired_loan_amount),
  termDays: listing.desired_term,
  rateBps: centsOf(listing.desired_apy),
  valueCents: listing.estimated_value === null ? null : centsOf(listing.estimated_value),
})
