/** What other modules may ask of domains. */
export { readName, readPasted } from './names/naming.service.ts'
export { readDomains } from './portfolio/read-domains.ts'
export { lookUp } from './lookups/lookups.service.ts'
export {
  archiveDomain,
  collectDomains,
  endTransfer,
  getLockedDomain,
  giveTo,
  holdInEscrow,
  leaveEscrow,
  lockDomain,
  receiveInCustody,
  refuseHeld,
  refuseListed,
  setHold,
  startTransfer,
  publishDomainChange,
} from './ownership/domains.service.ts'
export {
  findDomain,
  findDomainOfUser,
  findHeldDomain,
  hasHold,
  lockDomainRow,
  hasListing,
  type Domain,
} from './ownership/domains.repository.ts'
export { endHold, lockDomainCalled, placeHold } from './ownership/holds.service.ts'
export { findHold, listHolds } from './ownership/holds.repository.ts'
export { readPassport } from './passport/passport.service.ts'
export { recordValuation, type Value } from './passport/valuations.service.ts'
export {
  askAnew,
  freshMs,
  isFresh,
  isTransferLocked,
  keepSeen,
  type SeenFacts,
} from './registrations/registrations.service.ts'
export {
  findSupportedPolicy,
  insertPolicy as addPolicy,
  type NewPolicy,
  type TldPolicy,
} from './registrations/tld-policies.repository.ts'
