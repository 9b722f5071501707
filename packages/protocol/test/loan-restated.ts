/**
 * The product rules, written down a second time and in another way: one line per phase, with plain
 * conditions. The test compares the transition table with this.
 */
import type {
  LoanAction,
  LoanActor,
  LifecyclePhase,
  GuardFacts,
  Outcome,
  Party,
} from '../src/lifecycles/loan-vocabulary.ts'

/** The facts, the acting party, and the other party. */
type Met = (facts: GuardFacts, me: Party, them: Party) => boolean

export type Restated = {
  row: number
  action: LoanAction
  who: LoanActor
  from: LifecyclePhase
  to: string
  effects: string
  isMet: Met
  outcome?: Outcome
}

const letters = {
  B: 'BORROWER',
  L: 'LENDER',
  S: 'SYSTEM',
  O: 'OPERATOR',
  O2: 'TWO_OPERATORS',
} as const

/** As "11 markPaid L: AWAITING_PAYMENT PAYMENT_WINDOW > LOAN_POSTED/FUNDING_CLAIMED + effects". */
function say(text: string, isMet: Met = () => true, outcome?: Outcome): Restated[] {
  const [head = '', tail = ''] = text.split(': ')
  const [row, action, who = ''] = head.split(' ')
  const [way = '', effects = ''] = tail.split(' + ')
  const [from = '', to = 'stays'] = way.split(' > ')
  return who.split(',').flatMap((letter) =>
    from.split(' ').map((phase) => ({
      row: Number(row),
      action: action as LoanAction,
      who: letters[letter as keyof typeof letters],
      from: phase as LifecyclePhase,
      to,
      effects,
      isMet,
      ...(outcome && { outcome }),
    })),
  )
}

const free: Met = ({ isHeld }) => !isHeld
const isLate = ({ now, deadlineAt, isClockStopped }: GuardFacts) =>
  deadlineAt !== null && now >= deadlineAt && !isClockStopped
/** Something is owed, and no refinancing lender is paying it out. */
const owes = ({ isPaidUp, successor }: GuardFacts) => !isPaidUp && !isPaidOut(successor)
const isPaidOut = (successor: GuardFacts['successor']) =>
  successor === 'paying' || successor === 'unanswered'
const isSilent = (facts: GuardFacts) =>
  facts.objectionUntil !== null &&
  facts.now >= facts.objectionUntil &&
  !facts.isClockStopped &&
  !facts.isHeld &&
  !facts.hasOpenPayment &&
  owes(facts)

const coming = 'CODE_NEEDED TRANSFER_PENDING TRANSFER_FAILED'
const inCustody = 'AWAITING_PAYMENT PAYMENT_WINDOW'
const owed = 'ACTIVE DEFAULT_NOTICED SEIZURE_READY'
const posted = `FUNDING_CLAIMED REPAYMENT_CLAIMED ${owed}`
const back = 'leaveEscrow restoreListing releaseRenewalReserve'
const cancelled = 'CANCELLED/ENDED + restoreListing'
const active = 'LOAN_POSTED/ACTIVE + startClock closeListing denyBackups'
const returned = 'FINALIZED_RETURN_TO_BORROWER/ENDED + endListing leaveEscrow releaseRenewalReserve'
const seized = 'FINALIZED_LENDER_SEIZURE/ENDED + endListing giveToLender releaseRenewalReserve'
const disputed = 'ESCALATED/DISPUTED'
const waits = 'DOMAIN_IN_CUSTODY/AWAITING_PAYMENT'

const beforeTheMoney: Restated[] = [
  ...say(
    '2 sign B,L: SIGNATURES',
    ({ isHeld, hasSigned, isPrinted }, me) =>
      !isHeld && isPrinted && (me === 'BORROWER' ? !hasSigned.BORROWER : !hasSigned.LENDER),
  ),
  ...say(
    '3 begin S: SIGNATURES > NEW/CODE_NEEDED',
    ({ hasSigned, isInCustody }) => hasSigned.BORROWER && hasSigned.LENDER && !isInCustody,
  ),
  ...say(
    `4 begin S: SIGNATURES > ${waits} + holdInEscrow reserveRenewal`,
    ({ hasSigned, isInCustody }) => hasSigned.BORROWER && hasSigned.LENDER && isInCustody,
  ),
  ...say(`5 cancel B,L,O: SIGNATURES > ${cancelled}`),
  ...say(`5 lapse S: SIGNATURES > ${cancelled}`, isLate),
  ...say(
    '6 startTransfer S: CODE_NEEDED TRANSFER_FAILED > NEW/TRANSFER_PENDING',
    ({ isInCustody }) => !isInCustody,
  ),
  ...say(
    '7 failTransfer S: TRANSFER_PENDING > NEW/TRANSFER_FAILED',
    ({ isInCustody }) => !isInCustody,
  ),
  ...say(
    `8 receiveDomain S: ${coming} > ${waits} + holdInEscrow reserveRenewal`,
    ({ isInCustody, isHeld }) => isInCustody && !isHeld,
  ),
  ...say(`9 cancel B,O: ${coming} > ${cancelled}`),
  ...say(`9 cancel L: CODE_NEEDED TRANSFER_FAILED > ${cancelled}`),
  ...say(`9 lapse S: ${coming} > ${cancelled}`, (facts) => isLate(facts) && !facts.isInCustody),
]

const theMoney: Restated[] = [
  ...say(
    `10 reveal L: ${inCustody} > DOMAIN_IN_CUSTODY/PAYMENT_WINDOW`,
    ({ isHeld, payee, payBy, now }) =>
      !isHeld && payee.BORROWER === 'ready' && payBy !== null && now < payBy,
  ),
  ...say(
    `10 closeWindow S: PAYMENT_WINDOW > ${waits}`,
    (facts) =>
      isLate(facts) && facts.payBy !== null && facts.now < facts.payBy && !facts.hasOpenPayment,
  ),
  ...say(
    `11 markPaid L: ${inCustody} > LOAN_POSTED/FUNDING_CLAIMED`,
    ({ isHeld, isLinked }) => !isHeld && !isLinked,
  ),
  ...say(`12 markPaid B: ${inCustody} > ${active}`, ({ isHeld, isLinked }) => !isHeld && !isLinked),
  ...say(`13 confirmReceipt B: FUNDING_CLAIMED > ${active}`, free),
  ...say(`14 escalate B: FUNDING_CLAIMED > ${disputed}`),
  ...say(`14 escalate S: FUNDING_CLAIMED > ${disputed}`, isLate),
  ...say(`15 withdrawClaim L: FUNDING_CLAIMED PAYMENT_WINDOW > ${waits}`, free),
  ...say(`16 cancel L,O: ${inCustody} > CANCELLED/ENDED + ${back}`),
  ...say(
    `16 cancel B: AWAITING_PAYMENT > CANCELLED/ENDED + ${back}`,
    ({ hasOpenPayment }) => !hasOpenPayment,
  ),
  ...say(
    `17 lapse S: ${inCustody} > CANCELLED/ENDED + ${back}`,
    (facts) =>
      isLate(facts) && facts.payBy !== null && facts.now >= facts.payBy && !facts.hasOpenPayment,
  ),
]

const theLoan: Restated[] = [
  ...say(`10 reveal B: ${owed}`, ({ payee }) => payee.LENDER === 'ready'),
  ...say(
    `18 recordPayment B: ${owed}`,
    ({ isHeld, hasOpenPayment, isPaidUp, successor }) =>
      !isHeld && !hasOpenPayment && !isPaidUp && successor === 'none',
  ),
  ...say(`18 confirmPayment L: ${owed} REPAYMENT_CLAIMED`, ({ hasOpenPayment }) => hasOpenPayment),
  ...say(`18 denyPayment L: ${owed} REPAYMENT_CLAIMED`, ({ hasOpenPayment }) => hasOpenPayment),
  ...say(
    `19 finalize L: ${owed} REPAYMENT_CLAIMED > ${returned}`,
    ({ isHeld, successor }) => !isHeld && !isPaidOut(successor),
  ),
  ...say(`20 finalize B: ${owed} > LOAN_POSTED/REPAYMENT_CLAIMED`, free),
  ...say(
    `20 tender B: ${owed}`,
    ({ isHeld, payee, isPaidUp, hasTendered }) =>
      !isHeld && payee.LENDER !== 'ready' && !isPaidUp && !hasTendered,
  ),
  ...say(`21 escalate L: REPAYMENT_CLAIMED > ${disputed}`),
  ...say(`21 escalate S: REPAYMENT_CLAIMED > ${disputed}`, isLate),
  ...say(
    `21 escalate S: DEFAULT_NOTICED > ${disputed}`,
    (facts) => isLate(facts) && facts.hasOpenPayment,
  ),
  ...say(
    `21 escalate S: ${owed} REPAYMENT_CLAIMED > ${disputed}`,
    ({ successor, isClockStopped }) => successor === 'unanswered' && !isClockStopped,
  ),
  ...say(
    `22 proposeExtension B,L: ${owed}`,
    ({ isHeld, hasProposal }, me) => !isHeld && !hasProposal[me],
  ),
  ...say(
    `22 declineExtension B,L: ${owed} REPAYMENT_CLAIMED`,
    ({ hasProposal }) => hasProposal.BORROWER || hasProposal.LENDER,
  ),
  ...say(
    `22 extend B,L: ${owed} > LOAN_POSTED/ACTIVE`,
    ({ isHeld, isClockStopped, hasProposal }, _me, them) =>
      !isHeld && !isClockStopped && hasProposal[them],
  ),
  ...say(
    '23 seekRefinance B: ACTIVE',
    ({ isHeld, hasOpenPayment, isPaidUp, successor }) =>
      !isHeld && !hasOpenPayment && !isPaidUp && successor === 'none',
  ),
  ...say(
    `23 markPaid L: ${inCustody} > DOMAIN_IN_CUSTODY/PAYMENT_WINDOW`,
    ({ isHeld, isLinked, hasOpenPayment }) => !isHeld && isLinked && !hasOpenPayment,
  ),
  ...say(
    `23 cancel S: SIGNATURES ${inCustody} > ${cancelled} releaseRenewalReserve`,
    ({ isLinked }) => isLinked,
  ),
  ...say(`23 confirmRest B: ${inCustody}`, ({ isHeld, isLinked }) => !isHeld && isLinked),
  ...say(
    `23 refinance L: ${owed} REPAYMENT_CLAIMED DISPUTED > FINALIZED_RETURN_TO_BORROWER/ENDED + releaseRenewalReserve`,
    ({ isHeld, isRefinancing, dueAt }) => !isHeld && isRefinancing && dueAt !== null,
  ),
  ...say(`23 takeOver S: ${inCustody} > ${active} reserveRenewal`, ({ isLinked }) => isLinked),
]

const theDefault: Restated[] = [
  ...say(
    '24 claimDefault L: ACTIVE > LOAN_POSTED/DEFAULT_NOTICED',
    (facts) =>
      !facts.isHeld &&
      !facts.isClockStopped &&
      !facts.hasOpenPayment &&
      facts.graceUntil !== null &&
      facts.now > facts.graceUntil &&
      owes(facts),
  ),
  ...say(`25 escalate B: DEFAULT_NOTICED > ${disputed}`),
  ...say(
    '25 askToSell B: DEFAULT_NOTICED',
    ({ isHeld, hasSurplus, hasStay }) => !isHeld && hasSurplus && !hasStay,
  ),
  ...say(
    `26 surrender B: ${owed} > ${seized}`,
    (facts) => !facts.isHeld && facts.dueAt !== null && facts.now > facts.dueAt && owes(facts),
  ),
  ...say('27 endNotice S: DEFAULT_NOTICED > LOAN_POSTED/SEIZURE_READY', isSilent),
  ...say(`27 seize O2: SEIZURE_READY > ${seized}`, isSilent),
]

/** No notice was given, or there is time left to answer it. */
const isAnswerable = ({ now, objectionUntil }: GuardFacts) =>
  objectionUntil === null || now < objectionUntil
const isFunded: Met = ({ dueAt }) => dueAt !== null
const endings = [
  { row: 31, outcome: 'NOT_FUNDED', to: `CANCELLED/ENDED + ${back}`, isFunded: false },
  { row: 32, outcome: 'FUNDED', to: active, isFunded: false },
  { row: 33, outcome: 'REPAID', to: returned, isFunded: true },
  { row: 34, outcome: 'CURE', to: 'LOAN_POSTED/ACTIVE', isFunded: true },
  { row: 35, outcome: 'DEFAULT', to: seized, isFunded: true },
] as const

/** A refinancing lender's money may be on its way: the loan must not end meanwhile. */
const endsNow = (outcome: Outcome, { successor }: GuardFacts) =>
  !isPaidOut(successor) || !['REPAID', 'DEFAULT'].includes(outcome)

const theDispute: Restated[] = [
  ...say(`28 escalate B,L: ACTIVE SEIZURE_READY > ${disputed}`),
  ...say(`28 escalate L: FUNDING_CLAIMED DEFAULT_NOTICED > ${disputed}`),
  ...say(`28 escalate B: REPAYMENT_CLAIMED > ${disputed}`),
  ...say(`29 stayDormant S: ACTIVE > ${disputed}`, isLate),
  ...say('30 proposeSettlement B,L: DISPUTED', ({ hasProposal }, me) => !hasProposal[me]),
  ...say(
    '30 declineSettlement B,L: DISPUTED',
    ({ hasProposal }) => hasProposal.BORROWER || hasProposal.LENDER,
  ),
  ...endings.flatMap((ending) => [
    ...say(
      `30 settle B,L: DISPUTED > ${ending.to}`,
      (facts, me, them) =>
        !facts.isHeld &&
        facts.hasProposal[them] &&
        isFunded(facts, me, them) === ending.isFunded &&
        endsNow(ending.outcome, facts),
      ending.outcome,
    ),
    ...say(
      `${ending.row} rule O2: DISPUTED > ${ending.to}`,
      (facts, me, them) =>
        !facts.isHeld &&
        isFunded(facts, me, them) === ending.isFunded &&
        endsNow(ending.outcome, facts) &&
        (ending.outcome !== 'DEFAULT' || !isAnswerable(facts)),
      ending.outcome,
    ),
  ]),
  ...say(
    '33 refinance O2: DISPUTED > FINALIZED_RETURN_TO_BORROWER/ENDED + releaseRenewalReserve',
    ({ isHeld, isRefinancing, dueAt }) => !isHeld && isRefinancing && dueAt !== null,
  ),
  ...say(
    `36 seizeForPlatform O2: ${inCustody} ${posted} DISPUTED > FINALIZED_PLATFORM_SEZIURE/ENDED + endListing leaveEscrow releaseRenewalReserve`,
    ({ isHeld }) => isHeld,
  ),
]

export const restatedRows: readonly Restated[] = [
  ...beforeTheMoney,
  ...theMoney,
  ...theLoan,
  ...theDefault,
  ...theDispute,
]
