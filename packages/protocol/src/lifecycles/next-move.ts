/**
 * Who has the next action in a loan, and which: only codes, computed once for both parties. A party
 * that cannot act is never asked to; the action belongs to whoever blocks it. `moves.ts` turns the
 * codes into text.
 */
import type { LoanAction, LifecyclePhase, GuardFacts, Party } from './loan-vocabulary.ts'

/** What a party does next: a transition, or a precondition of one. */
export type MoveAction = LoanAction | 'addPayee' | 'addAddress' | 'transferIn'

/** Why nobody, or only an operator, has the next action. */
export type Waits =
  | 'ended'
  | 'dispute'
  | 'hold'
  | 'seizure'
  | 'printing'
  | 'transfer'
  | 'payeeChanging'
  | 'formerPayee'
  | 'payout'

export type NextMove = {
  whose: Party | 'BOTH' | 'OPERATORS' | 'NOBODY'
  does: Partial<Record<Party, MoveAction>>
  waits: Waits | null
}

const of = (does: NextMove['does']): NextMove => {
  if (does.BORROWER && does.LENDER) return { whose: 'BOTH', does, waits: null }
  return { whose: does.BORROWER ? 'BORROWER' : 'LENDER', does, waits: null }
}
const nobody = (waits: Waits): NextMove => ({ whose: 'NOBODY', does: {}, waits })
const operators = (waits: Waits): NextMove => ({ whose: 'OPERATORS', does: {}, waits })

export function nextMove(guardFacts: GuardFacts): NextMove {
  if (guardFacts.phase === 'ENDED') return nobody('ended')
  if (guardFacts.phase === 'DISPUTED') return operators('dispute')
  if (guardFacts.isHeld) return operators('hold')
  return byPhase[guardFacts.phase](guardFacts)
}

type Decide = (guardFacts: GuardFacts) => NextMove

const sign: Decide = ({ hasAddress, hasSigned, isPrinted }) => {
  const each = (action: MoveAction, isOpen: (party: Party) => boolean) => ({
    ...(isOpen('BORROWER') && { BORROWER: action }),
    ...(isOpen('LENDER') && { LENDER: action }),
  })
  if (!isPrinted) {
    const missing = each('addAddress', (party) => !hasAddress[party])
    return missing.BORROWER || missing.LENDER ? of(missing) : nobody('printing')
  }
  const unsigned = each('sign', (party) => !hasSigned[party])
  return unsigned.BORROWER || unsigned.LENDER ? of(unsigned) : nobody('printing')
}

/** A refinancing loan pays out the former lender, who is not a party to it. */
const fund: Decide = ({ phase, payee, isLinked, hasOpenPayment }) => {
  if (isLinked && hasOpenPayment) return nobody('payout')
  if (phase === 'PAYMENT_WINDOW') return of({ LENDER: 'markPaid' })
  if (payee.BORROWER === 'ready') return of({ LENDER: 'reveal' })
  if (isLinked) return nobody('formerPayee')
  return payee.BORROWER === 'missing' ? of({ BORROWER: 'addPayee' }) : nobody('payeeChanging')
}

/** What only the lender can answer next, while money is owed or claimed to be repaid. */
function lendersWord(guardFacts: GuardFacts): NextMove | null {
  const { isPaidUp, hasOpenPayment, successor, isRefinancing } = guardFacts
  if (successor === 'paying' || successor === 'unanswered') {
    return isRefinancing ? of({ LENDER: 'refinance' }) : nobody('payout')
  }
  if (hasOpenPayment) return of({ LENDER: 'confirmPayment' })
  return isPaidUp || guardFacts.phase === 'REPAYMENT_CLAIMED' ? of({ LENDER: 'finalize' }) : null
}

/** Nobody can pay without the payee's details. */
function payeeFirst({ payee }: GuardFacts): NextMove | null {
  if (payee.LENDER === 'ready') return null
  return payee.LENDER === 'missing' ? of({ LENDER: 'addPayee' }) : nobody('payeeChanging')
}

const repay: Decide = (guardFacts) => {
  const first = lendersWord(guardFacts) ?? payeeFirst(guardFacts)
  if (first) return first
  const { now, graceUntil, hasProposal, isClockStopped } = guardFacts
  // A proposal can be accepted only while the clock runs.
  const asks = isClockStopped ? { BORROWER: false, LENDER: false } : hasProposal
  const isOverdue = graceUntil !== null && now > graceUntil
  if (isOverdue) {
    const borrower = asks.LENDER ? 'extend' : 'reveal'
    if (asks.BORROWER) return of({ BORROWER: borrower, LENDER: 'extend' })
    return of({ BORROWER: borrower, ...(!isClockStopped && { LENDER: 'claimDefault' }) })
  }
  if (!asks.BORROWER && !asks.LENDER) return of({ BORROWER: 'reveal' })
  return of({
    ...(asks.LENDER && { BORROWER: 'extend' as const }),
    ...(asks.BORROWER && { LENDER: 'extend' as const }),
  })
}

/** The borrower has to answer the notice, unless the lender has to act first. */
const answerNotice: Decide = (guardFacts) => {
  const first = lendersWord(guardFacts) ?? payeeFirst(guardFacts)
  if (first) return first
  const isAsked = guardFacts.hasProposal.BORROWER && !guardFacts.isClockStopped
  return of({ BORROWER: 'reveal', ...(isAsked && { LENDER: 'extend' }) })
}

const byPhase: Record<Exclude<LifecyclePhase, 'ENDED' | 'DISPUTED'>, Decide> = {
  SIGNATURES: sign,
  CODE_NEEDED: () => of({ BORROWER: 'transferIn' }),
  TRANSFER_FAILED: () => of({ BORROWER: 'transferIn' }),
  TRANSFER_PENDING: () => nobody('transfer'),
  AWAITING_PAYMENT: fund,
  PAYMENT_WINDOW: fund,
  FUNDING_CLAIMED: () => of({ BORROWER: 'confirmReceipt' }),
  ACTIVE: repay,
  REPAYMENT_CLAIMED: (guardFacts) => lendersWord(guardFacts) ?? nobody('payout'),
  DEFAULT_NOTICED: answerNotice,
  SEIZURE_READY: (guardFacts) =>
    lendersWord(guardFacts) ?? payeeFirst(guardFacts) ?? operators('seizure'),
}

/** Why the clock has to stop, as far as the loan itself knows: a party should act and cannot. */
export type Hindrance = 'HOLD' | 'PAYEE_MISSING' | 'PAYEE_CHANGING'

const repaying: readonly LifecyclePhase[] = ['ACTIVE', 'DEFAULT_NOTICED', 'SEIZURE_READY']

/** Whose payment details are needed. In a refinancing, `BORROWER` means the former lender. */
export function payeeNeeded({ phase }: Pick<GuardFacts, 'phase'>): Party | null {
  if (phase === 'AWAITING_PAYMENT') return 'BORROWER'
  return repaying.includes(phase) ? 'LENDER' : null
}

export function hindranceOf(guardFacts: GuardFacts): Hindrance | null {
  if (guardFacts.phase === 'ENDED') return null
  if (guardFacts.isHeld) return 'HOLD'
  const payee = payeeNeeded(guardFacts)
  const state = payee ? guardFacts.payee[payee] : 'ready'
  if (state === 'ready') return null
  return state === 'missing' ? 'PAYEE_MISSING' : 'PAYEE_CHANGING'
}
