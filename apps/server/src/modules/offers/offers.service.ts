/** What other modules may ask of offers. */
export {
  acceptPendingOffer,
  collectOffers,
  denyBackups,
  denyOrphans,
  lockOffer,
  notifyOfEdit,
} from './negotiation/offers.service.ts'
export { readOffers } from './lists/read-offers.service.ts'
export { type Offer } from './records/offers.repository.ts'
