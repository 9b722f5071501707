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

type ApprovalSteps = {
  words: string
  first: readonly OperatorRole[]
  second: readonly OperatorRole[]
  /** There is always somebody whom it is about. Where nobody is found, nobody decides it. */
  isAboutPeople: boolean
}
const key2 = { second: ['approver'] } as const
const ofPeople = { ...key2, isAboutPeople: true } as const
const ofHouse = { ...key2, isAboutPeople: false } as const

/** Decisions that need two people: who proposes, and who confirms. */
export const decisionKinds = {
  rule: { words: 'Ruling', first: ['case_officer'], ...ofPeople },
  seize: { words: 'Seizure', first: ['case_officer'], ...ofPeople },
  seizeForPlatform: { words: 'Seizure by order', first: ['compliance'], ...ofPeople },
  liftHold: { words: 'Lift a hold', first: ['case_officer', 'compliance'], ...ofPeople },
  value: { words: 'Value', first: ['case_officer', 'finance'], ...ofPeople },
  /** Between accounts of the house it is about nobody. */
  adjust: { words: 'Adjustment', first: ['finance'], ...ofHouse },
  configure: { words: 'Change of configuration', first: ['admin'], ...ofHouse },
  staff: { words: 'Change of staff', first: ['admin'], ...ofHouse },
} as const satisfies Record<string, ApprovalSteps>
export type DecisionKind = keyof typeof decisionKinds

const named: readonly DecisionKind[] = ['rule', 'seize', 'seizeForPlatform']

/** A domain moves by it, or a loan ends: whoever turns the second key types the name. */
export const isNamed = ({ kind, terms }: { kind: DecisionKind; terms: { ownerId?: unknown } }) =>
  named.includes(kind) || (kind === 'liftHold' && Boolean(terms.ownerId))

export const decisionStates = [
  'proposed',
  'declined',
  'withdrawn',
  'lapsed',
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
