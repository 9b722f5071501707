import type { LoanStatus } from '../statuses.ts'
import type { LoanAction, LoanActor, LifecyclePhase, LoanRow, Outcome } from './loan-vocabulary.ts'

type Place = Pick<LoanRow, 'from' | 'phases'>
type Rest = Partial<Pick<LoanRow, 'guards' | 'to' | 'effects' | 'outcome'>>

const row = (
  number: number,
  action: LoanAction,
  who: readonly LoanActor[],
  place: Place,
  rest: Rest = {},
): LoanRow => ({ row: number, action, who, ...place, guards: [], effects: [], ...rest })

const at = (from: LoanStatus, ...phases: LifecyclePhase[]): Place =>
  phases.length > 0 ? { from, phases } : { from }

const to = (status: LoanStatus, phase: LifecyclePhase) => ({ status, phase })
const cancelled = to('CANCELLED', 'ENDED')
const waitsForMoney = to('DOMAIN_IN_CUSTODY', 'AWAITING_PAYMENT')
const runs = to('LOAN_POSTED', 'ACTIVE')
const disputed = to('ESCALATED', 'DISPUTED')
const returned = to('FINALIZED_RETURN_TO_BORROWER', 'ENDED')
const seized = to('FINALIZED_LENDER_SEIZURE', 'ENDED')
const taken = to('FINALIZED_PLATFORM_SEZIURE', 'ENDED')

const borrower = ['BORROWER'] as const
const lender = ['LENDER'] as const
const parties = ['BORROWER', 'LENDER'] as const
const system = ['SYSTEM'] as const
const operators = ['TWO_OPERATORS'] as const

const signatures = at('PENDING_SIGNATURE')
const coming = at('NEW')
const held = at('DOMAIN_IN_CUSTODY')
const fundingClaimed = at('LOAN_POSTED', 'FUNDING_CLAIMED')
/** The money was paid out, and nobody has claimed that it is repaid. */
const owed = at('LOAN_POSTED', 'ACTIVE', 'DEFAULT_NOTICED', 'SEIZURE_READY')
const owedOrClaimed = at(
  'LOAN_POSTED',
  ...(['ACTIVE', 'DEFAULT_NOTICED', 'SEIZURE_READY', 'REPAYMENT_CLAIMED'] as const),
)
const repaymentClaimed = at('LOAN_POSTED', 'REPAYMENT_CLAIMED')
const noticed = at('LOAN_POSTED', 'DEFAULT_NOTICED')
const disputes = at('ESCALATED')

const goesBack = ['leaveEscrow', 'restoreListing', 'releaseRenewalReserve'] as const
const isReturned = ['endListing', 'leaveEscrow', 'releaseRenewalReserve'] as const
const isPaidOut: Rest = {
  guards: ['notHeld', 'funded', 'refinancing'],
  to: returned,
  effects: ['releaseRenewalReserve'],
}
const isSeized = ['endListing', 'giveToLender', 'releaseRenewalReserve'] as const
const starts = ['startClock', 'closeListing', 'denyBackups'] as const
const takesOver = [...starts, 'reserveRenewal'] as const
const noticeGuards = [
  ...(['noticeOver', 'clockRuns', 'notHeld', 'noOpenPayment'] as const),
  ...(['owes', 'notPaidOut'] as const),
] as const

/** How a dispute ends: by ruling (rows 31 to 35), or by settlement of both parties (row 30). */
const endings: { row: number; outcome: Outcome; rest: Rest }[] = [
  { row: 31, outcome: 'NOT_FUNDED', rest: { to: cancelled, effects: goesBack } },
  { row: 32, outcome: 'FUNDED', rest: { to: runs, effects: starts } },
  { row: 33, outcome: 'REPAID', rest: { to: returned, effects: isReturned } },
  { row: 34, outcome: 'CURE', rest: { to: runs } },
  { row: 35, outcome: 'DEFAULT', rest: { to: seized, effects: isSeized } },
]
/** The first two only before funding is admitted or ruled; the others only after it. */
function guardsOf(outcome: Outcome) {
  if (outcome === 'NOT_FUNDED' || outcome === 'FUNDED') return ['notFunded'] as const
  // A refinancing lender's money may be on its way: the loan must not end meanwhile.
  return outcome === 'CURE' ? (['funded'] as const) : (['funded', 'notPaidOut'] as const)
}

/** Row 1 (the accepted offer) creates the loan. Row 37 (a hold on the domain) is `notHeld`. */
export const lifecycleRows: readonly LoanRow[] = [
  // Both sign
  row(2, 'sign', parties, signatures, { guards: ['notHeld', 'printed', 'notSigned'] }),
  row(3, 'begin', system, signatures, {
    guards: ['bothSigned', 'notInCustody'],
    to: to('NEW', 'CODE_NEEDED'),
  }),
  row(4, 'begin', system, signatures, {
    guards: ['bothSigned', 'inCustody'],
    to: waitsForMoney,
    effects: ['holdInEscrow', 'reserveRenewal'],
  }),
  row(5, 'cancel', [...parties, 'OPERATOR'], signatures, {
    to: cancelled,
    effects: ['restoreListing'],
  }),
  row(5, 'lapse', system, signatures, {
    guards: ['deadlinePassed'],
    to: cancelled,
    effects: ['restoreListing'],
  }),

  // The domain comes to us
  row(6, 'startTransfer', system, at('NEW', 'CODE_NEEDED', 'TRANSFER_FAILED'), {
    guards: ['notInCustody'],
    to: to('NEW', 'TRANSFER_PENDING'),
  }),
  row(7, 'failTransfer', system, at('NEW', 'TRANSFER_PENDING'), {
    guards: ['notInCustody'],
    to: to('NEW', 'TRANSFER_FAILED'),
  }),
  row(8, 'receiveDomain', system, coming, {
    guards: ['inCustody', 'notHeld'],
    to: waitsForMoney,
    effects: ['holdInEscrow', 'reserveRenewal'],
  }),
  row(9, 'cancel', ['BORROWER', 'OPERATOR'], coming, {
    to: cancelled,
    effects: ['restoreListing'],
  }),
  row(9, 'cancel', lender, at('NEW', 'CODE_NEEDED', 'TRANSFER_FAILED'), {
    to: cancelled,
    effects: ['restoreListing'],
  }),
  row(9, 'lapse', system, coming, {
    guards: ['deadlinePassed', 'notInCustody'],
    to: cancelled,
    effects: ['restoreListing'],
  }),

  // The lender pays
  row(10, 'reveal', lender, held, {
    guards: ['notHeld', 'payeeReady', 'beforePayBy'],
    to: to('DOMAIN_IN_CUSTODY', 'PAYMENT_WINDOW'),
  }),
  row(10, 'closeWindow', system, at('DOMAIN_IN_CUSTODY', 'PAYMENT_WINDOW'), {
    guards: ['deadlinePassed', 'beforePayBy', 'noOpenPayment'],
    to: waitsForMoney,
  }),
  row(11, 'markPaid', lender, held, {
    guards: ['notHeld', 'notLinked'],
    to: to('LOAN_POSTED', 'FUNDING_CLAIMED'),
  }),
  row(12, 'markPaid', borrower, held, {
    guards: ['notHeld', 'notLinked'],
    to: runs,
    effects: starts,
  }),
  row(13, 'confirmReceipt', borrower, fundingClaimed, {
    guards: ['notHeld'],
    to: runs,
    effects: starts,
  }),
  row(14, 'escalate', borrower, fundingClaimed, { to: disputed }),
  row(14, 'escalate', system, fundingClaimed, { guards: ['deadlinePassed'], to: disputed }),
  row(15, 'withdrawClaim', lender, fundingClaimed, { guards: ['notHeld'], to: waitsForMoney }),
  row(15, 'withdrawClaim', lender, at('DOMAIN_IN_CUSTODY', 'PAYMENT_WINDOW'), {
    guards: ['notHeld'],
    to: waitsForMoney,
  }),
  row(16, 'cancel', ['LENDER', 'OPERATOR'], held, { to: cancelled, effects: goesBack }),
  row(16, 'cancel', borrower, at('DOMAIN_IN_CUSTODY', 'AWAITING_PAYMENT'), {
    guards: ['noOpenPayment'],
    to: cancelled,
    effects: goesBack,
  }),
  row(17, 'lapse', system, held, {
    guards: ['deadlinePassed', 'payByPassed', 'noOpenPayment'],
    to: cancelled,
    effects: goesBack,
  }),

  // The loan runs
  row(10, 'reveal', borrower, owed, { guards: ['payeeReady'] }),
  row(18, 'recordPayment', borrower, owed, {
    guards: ['notHeld', 'noOpenPayment', 'owes', 'noSuccessor'],
  }),
  row(18, 'confirmPayment', lender, owedOrClaimed, { guards: ['openPayment'] }),
  row(18, 'denyPayment', lender, owedOrClaimed, { guards: ['openPayment'] }),
  row(19, 'finalize', lender, owedOrClaimed, {
    guards: ['notHeld', 'notPaidOut'],
    to: returned,
    effects: isReturned,
  }),
  row(20, 'finalize', borrower, owed, {
    guards: ['notHeld'],
    to: to('LOAN_POSTED', 'REPAYMENT_CLAIMED'),
  }),
  // Payment details are missing: the attempt is recorded, and interest stops from that day.
  row(20, 'tender', borrower, owed, { guards: ['notHeld', 'payeeNotReady', 'owes', 'noTender'] }),
  row(21, 'escalate', lender, repaymentClaimed, { to: disputed }),
  row(21, 'escalate', system, repaymentClaimed, {
    guards: ['deadlinePassed'],
    to: disputed,
  }),
  // An unanswered partial payment must not block the end of the loan forever.
  row(21, 'escalate', system, noticed, {
    guards: ['deadlinePassed', 'openPayment'],
    to: disputed,
  }),
  // Nor must an unanswered payout by a refinancing lender, whose own loan waits for this one.
  row(21, 'escalate', system, owedOrClaimed, { guards: ['payoutUnanswered'], to: disputed }),
  row(22, 'proposeExtension', parties, owed, { guards: ['notHeld', 'noOwnProposal'] }),
  row(22, 'declineExtension', parties, owedOrClaimed, { guards: ['anyProposal'] }),
  row(22, 'extend', parties, owed, {
    guards: ['notHeld', 'clockRuns', 'othersProposal'],
    to: runs,
  }),

  // Refinancing
  row(23, 'seekRefinance', borrower, at('LOAN_POSTED', 'ACTIVE'), {
    guards: ['notHeld', 'noOpenPayment', 'owes', 'noSuccessor'],
  }),
  row(23, 'markPaid', lender, held, {
    guards: ['notHeld', 'linked', 'noOpenPayment'],
    to: to('DOMAIN_IN_CUSTODY', 'PAYMENT_WINDOW'),
  }),
  ...[signatures, held].map((place) =>
    row(23, 'cancel', system, place, {
      guards: ['linked'],
      to: cancelled,
      effects: ['restoreListing', 'releaseRenewalReserve'],
    }),
  ),
  row(23, 'confirmRest', borrower, held, { guards: ['notHeld', 'linked'] }),
  ...[owedOrClaimed, disputes].map((place) => row(23, 'refinance', lender, place, isPaidOut)),
  row(23, 'takeOver', system, held, { guards: ['linked'], to: runs, effects: takesOver }),

  // Default
  row(24, 'claimDefault', lender, at('LOAN_POSTED', 'ACTIVE'), {
    guards: ['notHeld', 'graceOver', 'clockRuns', 'noOpenPayment', 'owes', 'notPaidOut'],
    to: to('LOAN_POSTED', 'DEFAULT_NOTICED'),
  }),
  row(25, 'escalate', borrower, noticed, { to: disputed }),
  row(25, 'askToSell', borrower, noticed, { guards: ['notHeld', 'surplus', 'noStay'] }),
  row(26, 'surrender', borrower, owed, {
    guards: ['notHeld', 'duePassed', 'owes', 'notPaidOut'],
    to: seized,
    effects: isSeized,
  }),
  row(27, 'endNotice', system, noticed, {
    guards: noticeGuards,
    to: to('LOAN_POSTED', 'SEIZURE_READY'),
  }),
  row(27, 'seize', operators, at('LOAN_POSTED', 'SEIZURE_READY'), {
    guards: noticeGuards,
    to: seized,
    effects: isSeized,
  }),

  // Disputes
  row(28, 'escalate', parties, at('LOAN_POSTED', 'ACTIVE', 'SEIZURE_READY'), { to: disputed }),
  row(28, 'escalate', lender, at('LOAN_POSTED', 'FUNDING_CLAIMED', 'DEFAULT_NOTICED'), {
    to: disputed,
  }),
  row(28, 'escalate', borrower, repaymentClaimed, { to: disputed }),
  row(29, 'stayDormant', system, at('LOAN_POSTED', 'ACTIVE'), {
    guards: ['deadlinePassed'],
    to: disputed,
  }),
  row(30, 'proposeSettlement', parties, disputes, { guards: ['noOwnProposal'] }),
  row(30, 'declineSettlement', parties, disputes, { guards: ['anyProposal'] }),
  ...endings.map(({ outcome, rest }) =>
    row(30, 'settle', parties, disputes, {
      ...rest,
      outcome,
      guards: ['notHeld', 'othersProposal', ...guardsOf(outcome)],
    }),
  ),
  ...endings.map(({ row: number, outcome, rest }) =>
    row(number, 'rule', operators, disputes, {
      ...rest,
      outcome,
      // Nobody loses a domain by a ruling without notice and the time to answer it.
      guards: [
        'notHeld',
        ...guardsOf(outcome),
        ...(outcome === 'DEFAULT' ? ['noticeOver' as const] : []),
      ],
    }),
  ),
  row(33, 'refinance', operators, disputes, isPaidOut),
  ...[held, at('LOAN_POSTED'), disputes].map((place) =>
    row(36, 'seizeForPlatform', operators, place, {
      guards: ['onHold'],
      to: taken,
      effects: ['endListing', 'leaveEscrow', 'releaseRenewalReserve'],
    }),
  ),
]
