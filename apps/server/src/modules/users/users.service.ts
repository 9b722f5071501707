/** What other modules may ask of users. */
export { clientOf, type Client } from './account/client.ts'
export {
  isSeizureAllowed,
  requireHandover,
  requireLawful,
  requireLawfulLoan,
} from './account/countries.service.ts'
export {
  acceptBySigning,
  requireShownTerms,
  hasTermsAccepted,
  requireTermsAccepted,
} from './account/acceptances.service.ts'
export { ensureHandle } from './account/handle.service.ts'
export { findPause } from './account/pauses.service.ts'
export { normalEmail, openUserClients, type UserClients } from './account/user-clients.ts'
export { checkNewPassword } from './passwords/password-policy.ts'
export { findPayeeInForce, openPayee } from './payees/payees.service.ts'
export { type Payee } from './payees/payees.repository.ts'
export { findLegalIdentity, type LegalIdentity } from './personal-data/profile.service.ts'
export { readFirstSteps, readSelf } from './personal-data/read-self.service.ts'
export { lockCaller, requireVerifiedEmail, type Caller } from './sessions/caller.service.ts'
export {
  changeEmail,
  findUser,
  freezeByOperator,
  keepEmail,
  readUserForOperator,
  unfreezeByOperator,
  writeToUser,
} from './support/support-actions.service.ts'
export { codeAt, stepAt } from './two-step/mfa-codes.service.ts'
export { checkStepUp, requireStepUp, type StepUpAction } from './two-step/step-up.service.ts'
