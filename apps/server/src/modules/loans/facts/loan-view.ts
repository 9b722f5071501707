/**
 * The state of a loan, computed in one place: its dates including stopped time, what is owed, whose
 * move it is and why its clock is stopped. Pages, lists, mails, calendars and files all use this,
 * so that they agree.
 */
import { phaseShown, type GuardFacts, type Party } from '@pier/protocol/lifecycles/loan'
import { payeeNeeded } from '@pier/protocol/lifecycles/next-move'
import { limits } from '@pier/protocol/limits'
import { interestCents } from '@pier/protocol/loans/loan-terms'
import { moveOf, type LoanSums, type Move, type MoveFacts } from '@pier/protocol/moves/moves'
import { sayPause, type Pause } from '@pier/protocol/moves/pauses'
import { owedOn, type LoanDebt } from '@pier/protocol/loans/repayment'
import { dayMs } from '@pier/protocol/time'
import type { Kysely } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'
import type { Domain } from '../../domains/domains.service.ts'
import type { Loan } from './loans.repository.ts'
import { readFactsOf, type LoanFacts } from './loan-facts.repository.ts'
import { addStops } from './tolling.ts'

export type LoanView = {
  loan: Loan
  facts: LoanFacts
  guardFacts: GuardFacts
  now: Date
  names: Record<Party, string>
}

type Viewed = { loan: Loan; facts: LoanFacts; domain: Pick<Domain, 'status'>; now: Date }

/** While the clock is stopped, dates are shown as if it resumed now: that day or later. */
export function viewOf({ loan: kept, facts, domain, now }: Viewed): LoanView {
  const loan = { ...kept, ...addStops(kept, facts.stops).change }
  const names = { BORROWER: facts.borrowerName, LENDER: facts.lenderName }
  return { loan, facts, now, names, guardFacts: guardFactsOf({ loan, facts, domain, now }) }
}

/** What is owed, read again. Null while the loan does not run. */
export async function readDebt(tx: Tx, loan: Loan): Promise<LoanDebt | null> {
  return debtOfLoan({ loan, facts: await readFactsOf(tx, { escrowId: loan.id, now: tx.now }) })
}

/** What is owed, by facts already read. Includes stopped time. */
export function debtOfLoan({ loan, facts }: Indebted): LoanDebt | null {
  if (!loan.valueDate || loan.endedAt) return null
  return debtOf({ loan: { ...loan, ...addStops(loan, facts.stops).change }, facts })
}

export async function readLoanView(
  db: Kysely<DB>,
  { loan, domain, now }: Omit<Viewed, 'facts'>,
): Promise<LoanView> {
  return viewOf({ loan, domain, now, facts: await readFactsOf(db, { escrowId: loan.id, now }) })
}

/** Everything the lifecycle's guards need. */
function guardFactsOf({ loan, facts, domain, now }: Viewed): GuardFacts {
  const payoffCents = payoffOn({ loan, facts }, now)
  const { status, phase, payBy, dueAt, graceUntil, objectionUntil, deadlineAt, isLinked } = loan
  const open = facts.payments.find((payment) => payment.status === 'CLAIMED')
  return {
    status,
    phase,
    payBy,
    dueAt,
    graceUntil,
    objectionUntil,
    deadlineAt,
    isLinked,
    now,
    hasAddress: { BORROWER: facts.borrowerHasAddress, LENDER: facts.lenderHasAddress },
    isPrinted: facts.agreement !== null,
    hasSigned: {
      BORROWER: Boolean(loan.borrowerSignedAt),
      LENDER: Boolean(loan.lenderSignedAt),
    },
    isInCustody: domain.status === 'CUSTODY_PAID' || domain.status === 'IN_ESCROW',
    isHeld: facts.isHeld,
    isClockStopped: facts.pauses.length > 0,
    payee: {
      BORROWER: facts.formerLenderPayee ?? facts.borrowerPayee,
      LENDER: facts.lenderPayee,
    },
    // For a linked loan, also if the borrower has confirmed the rest.
    hasOpenPayment: isLinked
      ? open !== undefined || loan.restConfirmedAt !== null
      : open?.kind === 'PARTIAL',
    hasTendered: loan.tenderedOn !== null,
    isPaidUp: payoffCents === 0,
    successor: facts.successor,
    hasProposal: { BORROWER: facts.borrowerProposes, LENDER: facts.lenderProposes },
    isRefinancing: facts.isSuccessorReady,
    hasSurplus: payoffCents !== null && (facts.valueCents ?? 0) >= 2 * payoffCents,
    hasStay: loan.stayedAt !== null,
  }
}

type Indebted = Pick<LoanView, 'loan' | 'facts'>

/** Null until the loan is funded: before that there is no debt. */
export function debtOf({ loan, facts }: Indebted): LoanDebt | null {
  if (!loan.valueDate) return null
  return {
    principalCents: loan.amountCents,
    rateBps: loan.rateBps,
    termDays: loan.termDays,
    valueDate: loan.valueDate,
    payments: facts.payments.flatMap(({ kind, status, paidOn, amountCents }) =>
      kind === 'PARTIAL' && status === 'CONFIRMED' && amountCents !== null
        ? [{ paidOn, amountCents }]
        : [],
    ),
    advances: facts.advances.flatMap(({ state, advancedOn, amountCents, paymentsBefore }) =>
      state === 'done' && advancedOn !== null && paymentsBefore !== null
        ? [{ advancedOn, amountCents, paymentsBefore }]
        : [],
    ),
    interestFree: [...loan.interestFree, ...tenderOf({ loan, facts })],
  }
}

/** After a failed attempt to pay, no interest runs until there are details. */
function tenderOf({ loan, facts }: Indebted): [string, string][] {
  if (!loan.tenderedOn) return []
  const until = facts.detailsFrom ? dateOf(facts.detailsFrom) : '9999-12-31'
  return [[dayBefore(loan.tenderedOn), until]]
}

export const dayBefore = (date: string): string =>
  dateOf(new Date(Date.parse(`${date}T00:00:00Z`) - dayMs))

export const dateOf = (time: Date): string => time.toISOString().slice(0, 10)

/** The payoff on this day. Null before the loan runs and once it has ended. */
export function payoffOn(view: Indebted, time: Date): number | null {
  const debt = view.loan.endedAt ? null : debtOf(view)
  return debt && owedOn(debt, dateOf(time)).payoffCents
}

export function principalLeft(view: Pick<LoanView, 'loan' | 'facts' | 'now'>): number {
  const debt = view.loan.endedAt ? null : debtOf(view)
  return debt ? owedOn(debt, dateOf(view.now)).principalCents : 0
}

/** Every sum that is said of a loan anywhere. */
export function sumsOf(view: Pick<LoanView, 'loan' | 'facts' | 'now'>): LoanSums {
  const { loan, facts, now } = view
  return {
    amountCents: loan.amountCents,
    repayCents: repayCentsOf(view),
    todayCents: payoffOn(view, now),
    paidCents: (debtOf(view)?.payments ?? []).reduce(
      (sum, { amountCents }) => sum + amountCents,
      0,
    ),
    claim: claimOf(view),
    payoutCents: loan.isLinked ? loan.payoffCents : null,
  }

  /** If no sum was named, what was owed on the day of the claimed payment. */
  function claimOf(indebted: Indebted): LoanSums['claim'] {
    const open = facts.payments.find(({ status }) => status === 'CLAIMED')
    if (!open) return null
    const debt = debtOf(indebted)
    const owedCents = debt && owedOn(debt, open.paidOn).payoffCents
    const cents = open.amountCents ?? owedCents ?? loan.amountCents
    if (open.kind !== 'FULL' || owedCents === null)
      return { cents, paidOn: open.paidOn, owedCents: null, shortCents: 0 }
    return { cents, paidOn: open.paidOn, owedCents, shortCents: Math.max(0, owedCents - cents) }
  }
}

/** On the due date, or today where that has passed; before the loan runs, what its terms say. */
function repayCentsOf(view: Pick<LoanView, 'loan' | 'facts' | 'now'>): number {
  const { loan } = view
  const now = loan.endedAt ?? view.now // What has ended costs nothing more.
  const debt = debtOf(view)
  if (!debt || !loan.dueAt) {
    const { amountCents: principalCents, rateBps, termDays: days } = loan
    return principalCents + interestCents({ principalCents, rateBps, days })
  }
  return owedOn(debt, dateOf(loan.dueAt > now ? loan.dueAt : now)).payoffCents
}

const otherOf = (role: Party): Party => (role === 'BORROWER' ? 'LENDER' : 'BORROWER')

function moveFacts(view: LoanView, role: Party): MoveFacts {
  const { loan, facts, guardFacts, names } = view
  return {
    guardFacts,
    role,
    other: names[otherOf(role)],
    sums: sumsOf(view),
    detailsBy: detailsByOf(loan),
    detailsFrom: facts.detailsFrom,
    proposedDueOn: facts.proposedDueOn,
  }
}

/** The deadline for payment details; a lender's cancellation after it is a borrower's lapse. */
export const detailsByOf = ({ custodyAt }: Pick<Loan, 'custodyAt'>): Date | null =>
  custodyAt && new Date(custodyAt.getTime() + limits.detailsDays * dayMs)

export const moveFor = (view: LoanView, role: Party): Move => moveOf(moveFacts(view, role))

export type SaidPause = Pause & { title: string; text: string }

/** Why the clock is stopped, as one party reads it, or null. */
export function pauseFor(view: LoanView, role: Party): SaidPause | null {
  const [first] = view.facts.pauses
  if (!first) return null
  const reason = reasonOf(view, first)
  const { title, note: text } = sayPause({ ...first, reason }, moveFacts(view, role))
  return { ...first, reason, title, text }
}

/** Details that are given but not in force yet count as changing. */
function reasonOf({ guardFacts }: LoanView, { reason }: Pause): Pause['reason'] {
  if (reason !== 'PAYEE_MISSING') return reason
  const needed = payeeNeeded(guardFacts)
  return needed && guardFacts.payee[needed] === 'changing' ? 'PAYEE_CHANGING' : reason
}

export type Ask = { what: 'PAYEE'; title: string; note: string }

/** Asks a party early for payment details, before that is the next action. */
export function asksOf(view: LoanView, role: Party): Ask[] {
  const { loan, facts, names } = view
  if (loan.endedAt || moveFor(view, role).action === 'addPayee') return []
  const other = names[otherOf(role)]
  const title = 'Add payment details'
  if (role === 'LENDER' && facts.lenderPayee === 'missing') {
    const note = `${other} cannot repay you without them. While they are missing, the clock of the loan is stopped.`
    return [{ what: 'PAYEE', title, note }]
  }
  const isPaidLater = loan.valueDate === null && loan.amountCents > (view.loan.payoffCents ?? 0)
  if (role === 'BORROWER' && facts.borrowerPayee === 'missing' && isPaidLater) {
    const note = `${other} cannot pay you without them. We show them to ${other} only when they pay.`
    return [{ what: 'PAYEE', title, note }]
  }
  return []
}

export const phaseOf = ({ loan, now }: Pick<LoanView, 'loan' | 'now'>) =>
  phaseShown({ ...loan, now })
