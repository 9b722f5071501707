/** Operator roles. One person can have several, and still gives only one approval in a case. */
export const operatorRoles = {
  support: 'Support',
  case_officer: 'Case officer',
  approver: 'Approver',
  finance: 'Finance',
  compliance: 'Compliance',
  admin: 'Admin',
} as const
export type OperatorRole = keyof typeof operatorRoles

type ApprovalRoles = {
  words: string
  first: readonly OperatorRole[]
  second: readonly OperatorRole[]
  /** The decision always concerns users; if none are found, it is refused. */
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
  /** Between accounts of the platform it concerns nobody. */
  adjust: { words: 'Adjustment', first: ['finance'], ...ofHouse },
  configure: { words: 'Change of configuration', first: ['admin'], ...ofHouse },
  staff: { words: 'Change of staff', first: ['admin'], ...ofHouse },
} as const satisfies Record<string, ApprovalRoles>
export type DecisionKind = keyof typeof decisionKinds

const named: readonly DecisionKind[] = ['rule', 'seize', 'seizeForPlatform']

/** It moves a domain or ends a loan, so the checker has to type the domain's name. */
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

/** The operator queues, in their order. */
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
  support: 'Support',
  jobs: 'Dead letters',
} as const
export type OperatorQueue = keyof typeof operatorQueues

/** Entries that an operator may dismiss after a look, because nothing else would end them. */
const dismissible: Partial<Record<OperatorQueue, readonly string[]>> = {
  risk: ['New account', 'Shared payee', 'Looks like another'],
  notices: ['Mail refused', 'Mail came back', 'Marked as spam', 'Not verified'],
  payments: ['To review'],
}

export const isDismissible = (queue: OperatorQueue, state: string): boolean =>
  dismissible[queue]?.includes(state) ?? false
