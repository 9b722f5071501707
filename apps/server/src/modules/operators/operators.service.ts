/** What other modules may ask of operators. */
export { checkpointAudit } from './audit/audit-checkpoints.service.ts'
export { findReason } from './audit/audit.repository.ts'
export { openConsole, type Console } from './console/console.ts'
export {
  helping,
  requireImpartial,
  requireNoLoan,
  requireOutside,
} from './people/conflict-of-interest.ts'
export {
  findOperator,
  findOperatorByEmailKey,
  type Operator,
} from './people/operators.repository.ts'
export {
  closeTo,
  hasUser,
  isPartial,
  listPeopleOf,
  listPeopleOfDecision,
  peopleOfDecision,
} from './people/people-of.repository.ts'
export { requireCode } from './sign-in/operator-codes.ts'
export type { OnDuty } from './sign-in/operator-sessions.service.ts'
export { mailOperators } from './team/mail-operators.ts'
export { inviteOperator, setRoles } from './team/team.service.ts'
