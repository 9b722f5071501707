/** The vocabulary of a loan's lifecycle: phases, actors, actions, guards and effects. */
import type { LoanStatus } from '../statuses.ts'

/** The phase within a status. Phases that depend only on dates are derived: see `phaseShown`. */
export const lifecyclePhases = [
  'SIGNATURES',
  'CODE_NEEDED',
  'TRANSFER_PENDING',
  'TRANSFER_FAILED',
  'AWAITING_PAYMENT',
  'PAYMENT_WINDOW',
  'FUNDING_CLAIMED',
  'ACTIVE',
  'REPAYMENT_CLAIMED',
  'DEFAULT_NOTICED',
  'SEIZURE_READY',
  'DISPUTED',
  'ENDED',
] as const
export type LifecyclePhase = (typeof lifecyclePhases)[number]

export const loanActors = ['BORROWER', 'LENDER', 'SYSTEM', 'OPERATOR', 'TWO_OPERATORS'] as const
export type LoanActor = (typeof loanActors)[number]
export type Party = 'BORROWER' | 'LENDER'

export const loanActions = [
  'sign',
  'begin',
  'cancel',
  'lapse',
  'startTransfer',
  'failTransfer',
  'receiveDomain',
  'reveal',
  'closeWindow',
  'markPaid',
  'confirmReceipt',
  'withdrawClaim',
  'recordPayment',
  'confirmPayment',
  'denyPayment',
  'finalize',
  'tender',
  'proposeExtension',
  'declineExtension',
  'extend',
  'seekRefinance',
  'confirmRest',
  'refinance',
  'takeOver',
  'claimDefault',
  'surrender',
  'askToSell',
  'endNotice',
  'seize',
  'escalate',
  'stayDormant',
  'proposeSettlement',
  'declineSettlement',
  'settle',
  'rule',
  'seizeForPlatform',
] as const
export type LoanAction = (typeof loanActions)[number]

/** How a dispute can end, by agreement or by ruling. */
export const outcomes = ['NOT_FUNDED', 'FUNDED', 'REPAID', 'CURE', 'DEFAULT'] as const
export type Outcome = (typeof outcomes)[number]

/** Everything a guard may check. */
export type GuardFacts = {
  status: LoanStatus
  phase: LifecyclePhase
  now: Date
  /** Which parties have given a legal address, which the agreement needs. */
  hasAddress: Record<Party, boolean>
  /** The agreement is printed, so it can be signed. */
  isPrinted: boolean
  hasSigned: Record<Party, boolean>
  isInCustody: boolean
  isHeld: boolean
  isClockStopped: boolean
  payBy: Date | null
  dueAt: Date | null
  graceUntil: Date | null
  objectionUntil: Date | null
  deadlineAt: Date | null
  /** The state of each party's payment details; only `ready` ones are shown to the other party. */
  payee: Record<Party, 'ready' | 'changing' | 'missing'>
  hasOpenPayment: boolean
  hasProposal: Record<Party, boolean>
  /** The borrower tried to pay, could not, and still cannot. */
  hasTendered: boolean
  /** Confirmed partial payments cover everything owed; the lender has only to finalize. */
  isPaidUp: boolean
  /** The loan that will refinance this one: agreed, paying it out, or unanswered for too long. */
  successor: 'none' | 'agreed' | 'paying' | 'unanswered'
  /** The refinancing loan waits only for this lender to confirm the payout. */
  isRefinancing: boolean
  /** The domain is worth at least twice what is owed. */
  hasSurplus: boolean
  /** The borrower has already been given time to sell it. */
  hasStay: boolean
  /** This loan waits to refinance another loan on the same domain. */
  isLinked: boolean
}

type Guard = { isMet: (guardFacts: GuardFacts, actor: LoanActor) => boolean; whyNot: string }
const other = (actor: LoanActor): Party => (actor === 'BORROWER' ? 'LENDER' : 'BORROWER')
const isParty = (actor: LoanActor): actor is Party => actor === 'BORROWER' || actor === 'LENDER'
const isPast = (now: Date, date: Date | null) => date !== null && now > date

export const loanGuards = {
  notHeld: {
    isMet: ({ isHeld }) => !isHeld,
    whyNot: 'The domain is on hold. Nothing changes until the hold is lifted.',
  },
  notSigned: {
    isMet: ({ hasSigned }, actor) => isParty(actor) && !hasSigned[actor],
    whyNot: 'You have signed.',
  },
  printed: {
    isMet: ({ isPrinted }) => isPrinted,
    whyNot: 'The agreement is created once both sides have entered their legal address.',
  },
  bothSigned: {
    isMet: ({ hasSigned }) => hasSigned.BORROWER && hasSigned.LENDER,
    whyNot: 'A signature is missing.',
  },
  notInCustody: {
    isMet: ({ isInCustody }) => !isInCustody,
    whyNot: 'The domain is already in custody.',
  },
  inCustody: {
    isMet: ({ isInCustody }) => isInCustody,
    whyNot: 'The domain is not in custody yet.',
  },
  deadlinePassed: {
    isMet: ({ now, deadlineAt, isClockStopped }) =>
      !isClockStopped && deadlineAt !== null && now >= deadlineAt,
    whyNot: 'The deadline has not passed yet.',
  },
  payeeReady: {
    isMet: ({ payee }, actor) => payee[other(actor)] === 'ready',
    whyNot: 'The other side has no active payment details yet.',
  },
  payeeNotReady: {
    isMet: ({ payee }, actor) => payee[other(actor)] !== 'ready',
    whyNot: 'The other side has active payment details. Pay to those.',
  },
  noTender: {
    isMet: ({ hasTendered }) => !hasTendered,
    whyNot: 'Your payment attempt is recorded. Interest stopped on that day.',
  },
  beforePayBy: {
    isMet: ({ now, payBy }) => payBy !== null && now < payBy,
    whyNot: 'The payment deadline has passed.',
  },
  duePassed: {
    isMet: ({ now, dueAt }) => isPast(now, dueAt),
    whyNot: 'Possible only after the due date.',
  },
  graceOver: {
    isMet: ({ now, graceUntil }) => isPast(now, graceUntil),
    whyNot: 'Possible only after the grace period.',
  },
  clockRuns: {
    isMet: ({ isClockStopped }) => !isClockStopped,
    whyNot: 'The clock is paused because repayment is not possible.',
  },
  noticeOver: {
    isMet: ({ now, objectionUntil }) => objectionUntil !== null && now >= objectionUntil,
    whyNot: 'The notice period has not ended.',
  },
  noOpenPayment: {
    isMet: ({ hasOpenPayment }) => !hasOpenPayment,
    whyNot: 'Confirm or report the pending payment first.',
  },
  openPayment: {
    isMet: ({ hasOpenPayment }) => hasOpenPayment,
    whyNot: 'No payment is pending.',
  },
  noOwnProposal: {
    isMet: ({ hasProposal }, actor) => isParty(actor) && !hasProposal[actor],
    whyNot: 'Your proposal has not been answered yet.',
  },
  othersProposal: {
    isMet: ({ hasProposal }, actor) => isParty(actor) && hasProposal[other(actor)],
    whyNot: 'The other side has made no proposal.',
  },
  anyProposal: {
    isMet: ({ hasProposal }) => hasProposal.BORROWER || hasProposal.LENDER,
    whyNot: 'There is no proposal.',
  },
  onHold: { isMet: ({ isHeld }) => isHeld, whyNot: 'Possible only under a legal hold.' },
  funded: {
    isMet: ({ dueAt }) => dueAt !== null,
    whyNot: 'Receipt of the loan is neither confirmed nor ruled.',
  },
  notFunded: {
    isMet: ({ dueAt }) => dueAt === null,
    whyNot: 'Receipt of the loan is already confirmed.',
  },
  payByPassed: {
    isMet: ({ now, payBy }) => payBy !== null && now >= payBy,
    whyNot: 'The lender still has time to pay.',
  },
  linked: {
    isMet: ({ isLinked }) => isLinked,
    whyNot: 'Possible only when a loan replaces another.',
  },
  notLinked: {
    isMet: ({ isLinked }) => !isLinked,
    whyNot: 'The lender who is paid off confirms this.',
  },
  surplus: {
    isMet: ({ hasSurplus }) => hasSurplus,
    whyNot: 'Possible only if the domain is worth at least twice the payoff.',
  },
  noStay: { isMet: ({ hasStay }) => !hasStay, whyNot: 'You have already used the time to sell.' },
  owes: {
    isMet: ({ isPaidUp }) => !isPaidUp,
    whyNot: 'The loan is fully paid.',
  },
  noSuccessor: {
    isMet: ({ successor }) => successor === 'none',
    whyNot: 'A refinance is in progress, and its payoff is fixed.',
  },
  notPaidOut: {
    isMet: ({ successor }) => successor !== 'paying' && successor !== 'unanswered',
    whyNot: 'Another lender is paying off this loan. Wait for that first.',
  },
  payoutUnanswered: {
    isMet: ({ successor, isClockStopped }) => successor === 'unanswered' && !isClockStopped,
    whyNot: 'No payoff is overdue.',
  },
  refinancing: {
    isMet: ({ isRefinancing }) => isRefinancing,
    whyNot: 'No other lender is ready.',
  },
} satisfies Record<string, Guard>
export type LoanGuard = keyof typeof loanGuards

/** Side effects of a transition, always in the same transaction. */
export const loanEffects = [
  'holdInEscrow',
  'leaveEscrow',
  'giveToLender',
  'closeListing',
  'endListing',
  'restoreListing',
  'denyBackups',
  'reserveRenewal',
  'releaseRenewalReserve',
  'startClock',
] as const
export type LoanEffect = (typeof loanEffects)[number]

export type LoanRow = {
  row: number
  action: LoanAction
  outcome?: Outcome
  who: readonly LoanActor[]
  from: LoanStatus
  phases?: readonly LifecyclePhase[]
  guards: readonly LoanGuard[]
  /** Omitted where status and phase stay the same. */
  to?: { status: LoanStatus; phase: LifecyclePhase }
  effects: readonly LoanEffect[]
}
