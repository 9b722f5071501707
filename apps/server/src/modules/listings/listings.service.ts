/** What other modules may ask of listings. */
export { repaidOn } from './directory/listing-page.repository.ts'
export { requireAllowed, requireApprovedName } from './publishing/allowed-terms.service.ts'
export {
  approveName,
  closeListing,
  collectListings,
  findListingForOffers,
  followName,
  listForRefinance,
  reserveListing,
  restoreListing,
} from './publishing/listings.service.ts'
export { readTerms, type LoanTerms, type TypedNumber } from './publishing/read-terms.ts'
export { type Listing } from './publishing/listings.repository.ts'
export { collectSearches, forgetSearches } from './searches/searches.service.ts'
