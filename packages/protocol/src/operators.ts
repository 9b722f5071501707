/** What an operator may be. One person can be several, and still holds one key of a case at most. */
export const operatorRoles = {
  support: 'Support',
  case_officer: 'Case officer',
  approver: 'Approver',
  finance: 'Finance',
  compliance: 'Compliance',
  admin: 'Admin',
} as const
export type OperatorRole = keyof typeof operatorRoles

/** Decisions that need two people: who proposes, and who confirms. */
export const decisionKinds = {
  rule: { words: 'Ruling', first: ['case_officer'], second: ['approver'] },
  seize: { words: 'Seizure', first: ['case_officer'], second: ['approver'] },
  seizeForPlatform: { words: 'Seizure by order', first: ['compliance'], second: ['approver'] },
  liftHold: { words: 'Lift a hold', first: ['case_officer', 'compliance'], second: ['approver'] },
  adjust: { words: 'Adjustment', first: ['finance'], second: ['approver'] },
  configure: { words: 'Configuration', first: ['admin'], second: ['approver'] },
} as const satisfies Record<
  string,
  { words: string; first: readonly OperatorRole[]; second: readonly OperatorRole[] }
>
export type DecisionKind = keyof typeof decisionKinds

export const decisionStates = [
  'proposed',
  'declined',
  'withdrawn',
  'announced',
  'appealed',
  'overtaken',
  'done',
] as const
export type DecisionState = (typeof decisionStates)[number]

/** The lists of what waits for an operator, in their order. */
export const operatorQueues = {
  disputes: 'Disputes',
  seizures: 'Seizures to confirm',
  transfers: 'Transfers',
  renewals: 'Renewals at risk',
  payments: 'Payments',
  risk: 'Risk flags',
  holds: 'Holds and orders',
  notices: 'Notice failures',
  dormant: 'Dormant loans',
  users: 'Users',
  jobs: 'Dead letters',
} as const
export type OperatorQueue = keyof typeof operatorQueues

/** Lines that somebody who has looked takes off: nothing anybody does would end what they tell of. */
const dismissible: Partial<Record<OperatorQueue, readonly string[]>> = {
  risk: ['New account', 'Shared payee', 'Looks like another'],
  notices: ['Mail refused'],
  payments: ['To review'],
}

export const isDismissible = (queue: OperatorQueue, state: string): boolean =>
  dismissible[queue]?.includes(state) ?? false
