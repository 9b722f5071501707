/** What other modules may ask of approvals. */
export { applyJob, outcomeIn, rulingText } from './decisions/announce-ruling.ts'
export {
  findDecision,
  listDecisionsOf,
  lockDecisionRow,
  overtakeStale,
  saveDecision,
  type NamedDecision,
} from './decisions/decisions.repository.ts'
export { lapseDecision, propose, readDecision } from './decisions/decisions.service.ts'
export { carryOutDecision } from './decisions/effects.ts'
export { lockLoanIfAny } from './decisions/lock-known-loan.ts'
export { whyNotPropose } from './decisions/may-decide.ts'
export { decided } from './decisions/present-decided.ts'
export { presentDecision } from './decisions/present-decision.ts'
export { subjectOf } from './decisions/subject-of.ts'
export { documents } from './holds/documents.service.ts'
export { findOpenLoanOfName } from './holds/holds.repository.ts'
export { presentHold } from './holds/present-hold.ts'
export { notifyParties } from './holds/tell-parties.ts'
export { proposeInvite, proposeRoles } from './proposals/staff-proposals.service.ts'
