/** What other modules may ask of listings. */
export { requireAllowed, requireApprovedName } from './publishing/allowed-terms.service.ts'
export {
  approveName,
  closeListing,
  collectListings,
  findListingForOffers,
  followName,
  listForRefinance,
  readTerms,
  reserveListing,
  restoreListing,
  type Listing,
  type LoanTerms,
  type TypedNumber,
} from './publishing/listings.service.ts'
export { collectSearches, forgetSearches } from './searches/searches.service.ts'
