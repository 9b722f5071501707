/** What other modules may ask of custody. */
export {
  resolveAlarm,
  resolveCommand,
  resolveEvent,
  resolveTransfer,
  retryCommand,
} from './back-office/desk.service.ts'
export { collectCertificates } from './certificates/certificates.repository.ts'
export { endCertificate } from './certificates/certificates.service.ts'
export { waitForCommand } from './commands/commands.service.ts'
export { visitPassport } from './holdings/looks.service.ts'
export {
  changeNameservers,
  readNameservers,
  undoChange,
} from './nameservers/nameservers.service.ts'
export { findPremiumPrice, findRenewalPrice, quoteFor } from './quotes/quotes.service.ts'
export { findRenewalNeed, type RenewalNeed } from './renewals/renewals.repository.ts'
export { findExpiry, findRenewalState, requestRenewalFor } from './renewals/renewals.service.ts'
export { findReservedCents, giveReserveBack, setAside } from './renewals/reserves.service.ts'
export { refuseLeaving } from './transfers/transfers-out.service.ts'
