/** What other modules may ask of loans. */
export { beginSigning, stopForRefusedNotice } from './actions/deadlines.service.ts'
export {
  cancelByOperator,
  carryOut,
  startClocks,
  stopClocks,
  whyNotNow,
  type OperatorAct,
  type RulingOutcome,
  type RulingTerms,
} from './actions/operator-actions.service.ts'
export { readOutcomeDates } from './amendments/settlement.service.ts'
export { findOpenDispute } from './facts/disputes.repository.ts'
export {
  findStop,
  isEveryClockStopped,
  listStops,
  sumStops,
} from './clocks/clock-stops.repository.ts'
export { beat } from './clocks/outages.service.ts'
export { notifyOfName, publishNameChange } from './collateral/domain-changes.service.ts'
export type { LockedLoan } from './facts/loan.ts'
export {
  listCheckpointProofs,
  mailCheckpoint,
  type CheckpointKeys,
} from './integrity/checkpoints.service.ts'
export { openChain, openLoan, type ActionInput } from './machine/submit-action.ts'
export { lockLoan, noteEvent } from './machine/transitions.service.ts'
export { publishChange } from './notices/publish.ts'
export { acceptOffer, collectLoans, followDomain } from './opening/opening.service.ts'
export { readName } from './collateral/read-name.ts'
export { readServers } from './collateral/nameservers.service.ts'
export { findLoan } from './facts/loans.repository.ts'
export { signAgreement } from './opening/signing.service.ts'
export { followPayee } from './repayment/payee-changes.service.ts'
export { readHistory } from './views/history.service.ts'
export { readEvents } from './views/read-events.ts'
export { readLoan, requireOwnLoan } from './views/read-loan.ts'
export { readLoans } from './views/read-loans.ts'
export { readLoanAs, readRecord, type LoanRecord } from './views/loan-record.service.ts'
export { dateOf } from './facts/loan-view.ts'
export { checkChainOf } from './integrity/chain-check.service.ts'
