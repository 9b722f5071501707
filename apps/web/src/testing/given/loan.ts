import type { CallOutput } from '@pier/protocol/calls/calls'
import {
  actionsOf,
  type LifecyclePhase,
  type GuardFacts,
  type Party,
} from '@pier/protocol/lifecycles/loan'
import { moveOf } from '@pier/protocol/moves/moves'
import type { LoanStatus, LoanPhase } from '@pier/protocol/statuses'
import { dayMs, hourMs } from '@pier/protocol/time'
import { receiptSeen } from './receipt.ts'

type Loan = CallOutput<'GET /escrow/:id'>

/** Where a loan stands: its status and its phase. */
export type Place = { status: LoanStatus; phase: LifecyclePhase | LoanPhase }

export const places = [
  { status: 'PENDING_SIGNATURE', phase: 'SIGNATURES' },
  { status: 'NEW', phase: 'CODE_NEEDED' },
  { status: 'NEW', phase: 'TRANSFER_PENDING' },
  { status: 'NEW', phase: 'TRANSFER_FAILED' },
  { status: 'DOMAIN_IN_CUSTODY', phase: 'AWAITING_PAYMENT' },
  { status: 'DOMAIN_IN_CUSTODY', phase: 'PAYMENT_WINDOW' },
  { status: 'LOAN_POSTED', phase: 'FUNDING_CLAIMED' },
  { status: 'LOAN_POSTED', phase: 'ACTIVE' },
  { status: 'LOAN_POSTED', phase: 'DUE_SOON' },
  { status: 'LOAN_POSTED', phase: 'DUE_TODAY' },
  { status: 'LOAN_POSTED', phase: 'IN_GRACE' },
  { status: 'LOAN_POSTED', phase: 'OVERDUE' },
  { status: 'LOAN_POSTED', phase: 'REPAYMENT_CLAIMED' },
  { status: 'LOAN_POSTED', phase: 'DEFAULT_NOTICED' },
  { status: 'LOAN_POSTED', phase: 'SEIZURE_READY' },
  { status: 'ESCALATED', phase: 'DISPUTED' },
  { status: 'FINALIZED_RETURN_TO_BORROWER', phase: 'ENDED' },
  { status: 'FINALIZED_LENDER_SEIZURE', phase: 'ENDED' },
  { status: 'FINALIZED_PLATFORM_SEZIURE', phase: 'ENDED' },
  { status: 'CANCELLED', phase: 'ENDED' },
] as const satisfies readonly Place[]

const termDays = 120

/** Days until the due date, for phases that have one. */
const dueIn: Partial<Record<Place['phase'], number>> = {
  ACTIVE: 16,
  DUE_SOON: 5,
  DUE_TODAY: 0,
  IN_GRACE: -4,
  OVERDUE: -10,
  REPAYMENT_CLAIMED: 2,
  DEFAULT_NOTICED: -20,
  SEIZURE_READY: -40,
}
/** Days until the deadline of each phase. */
const answerIn: Partial<Record<Place['phase'], number>> = {
  SIGNATURES: 2,
  CODE_NEEDED: 4,
  TRANSFER_PENDING: 30,
  TRANSFER_FAILED: 3,
  AWAITING_PAYMENT: 3,
  PAYMENT_WINDOW: 2,
  FUNDING_CLAIMED: 4,
  OVERDUE: 80,
  REPAYMENT_CLAIMED: 4,
  DEFAULT_NOTICED: 11,
}

type Facts = { dueAt: Date | null; graceUntil: Date | null; objectionUntil: Date | null }

function guardFactsOf(
  { status, phase }: Place,
  role: Party,
  change: Partial<GuardFacts>,
): GuardFacts {
  const now = new Date()
  const at = (days: number | undefined) =>
    days === undefined ? null : new Date(now.getTime() + days * dayMs + 3 * hourMs)
  const isDerived = ['DUE_SOON', 'DUE_TODAY', 'IN_GRACE', 'OVERDUE'].includes(phase)
  const due = dueIn[phase]
  return {
    status,
    phase: (isDerived ? 'ACTIVE' : phase) as LifecyclePhase, // Date-based phases are ACTIVE here.
    now,
    hasAddress: { BORROWER: true, LENDER: true },
    isPrinted: true,
    hasTendered: false,
    // A party that has not signed sees only the dialog that asks for it.
    hasSigned: {
      BORROWER: phase !== 'SIGNATURES' || role === 'BORROWER',
      LENDER: phase !== 'SIGNATURES' || role === 'LENDER',
    },
    isInCustody: status !== 'PENDING_SIGNATURE' && status !== 'NEW',
    isHeld: false,
    isClockStopped: false,
    payBy: status === 'DOMAIN_IN_CUSTODY' ? at(3) : null,
    dueAt: at(due),
    graceUntil: due === undefined ? null : at(due + 7),
    objectionUntil:
      phase === 'DEFAULT_NOTICED' ? at(11) : phase === 'SEIZURE_READY' ? at(-1) : null,
    deadlineAt: at(answerIn[phase]),
    payee: { BORROWER: 'ready', LENDER: 'ready' },
    hasOpenPayment: false,
    hasProposal: { BORROWER: false, LENDER: false },
    isPaidUp: false,
    successor: 'none',
    isRefinancing: false,
    hasSurplus: false,
    hasStay: false,
    isLinked: false,
    ...change,
  }
}

const names = { BORROWER: 'Mara Lindqvist', LENDER: 'Teodor Nyberg' }
const iso = (date: Date | null) => date?.toISOString() ?? null
const dateOf = (date: Date) => date.toISOString().slice(0, 10)

export const loanId = '0e6f1c52-7d0a-4b8e-9a3f-6d1b5a2c4e90'

type Given = {
  role: Party
  guardFacts?: Partial<GuardFacts>
  change?: Partial<Loan>
}

const inFull = { cents: 1_524_367, owedCents: 1_524_367, shortCents: 0 }

/** One loan with all details, as one party reads it. */
export function loanSeen(place: Place, { role, change = {}, ...given }: Given): Loan {
  const guardFacts = guardFactsOf(place, role, given.guardFacts ?? {})
  const { objectionUntil, now } = guardFacts
  const isClaimed = place.phase === 'REPAYMENT_CLAIMED'
  const claim = isClaimed
    ? { amount: 15_243.67, owed: 15_243.67, short: 0, paid_on: dateOf(now) }
    : null
  const move = moveOf({
    guardFacts,
    role,
    other: names[role === 'BORROWER' ? 'LENDER' : 'BORROWER'],
    sums: {
      amountCents: 1_450_000,
      repayCents: 1_535_808,
      todayCents: guardFacts.dueAt ? 1_524_367 : null,
      paidCents: 0,
      claim: claim && { ...inFull, paidOn: claim.paid_on },
      payoutCents: null,
    },
    detailsBy: null,
    detailsFrom: null,
    proposedDueOn: null,
  })
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  const { BORROWER: borrowerSigned, LENDER: lenderSigned } = guardFacts.hasSigned
  return {
    ...fixed(role),
    ...place,
    created_at: before(110).toISOString(),
    borrower_signed: borrowerSigned,
    lender_signed: lenderSigned,
    borrower_signed_at: borrowerSigned ? before(109).toISOString() : null,
    lender_signed_at: lenderSigned ? before(110).toISOString() : null,
    custody_at: guardFacts.isInCustody ? before(2).toISOString() : null,
    pay_by: iso(guardFacts.payBy),
    ...loanDates(guardFacts),
    noticed_at: objectionUntil ? iso(new Date(objectionUntil.getTime() - 20 * dayMs)) : null,
    objection_until: iso(objectionUntil),
    ended_at: place.phase === 'ENDED' ? before(1).toISOString() : null,
    receipt: place.phase === 'ENDED' ? receiptSeen(place.status, role) : null,
    your_move: move.whose === 'YOU',
    claim,
    move: {
      whose: move.whose,
      action: move.action,
      title: move.title,
      note: move.note,
      otherwise_note: move.otherwiseNote,
    },
    deadline_at: iso(move.by),
    on_deadline: move.otherwise,
    actions: actionsOf(guardFacts, role).map(({ action, isOpen, whyNot }) => ({
      action,
      open: isOpen,
      why_not: whyNot,
    })),
    ...change,
  }
}

function loanDates({ dueAt, graceUntil, now }: Facts & { now: Date }) {
  if (!dueAt || !graceUntil)
    return { value_date: null, due_at: null, grace_until: null, payoff: null }
  return {
    value_date: dateOf(new Date(dueAt.getTime() - termDays * dayMs)),
    due_at: iso(dueAt),
    grace_until: iso(graceUntil),
    payoff: {
      today: owedOn(dateOf(now), 15_243.67),
      due: owedOn(dateOf(dueAt), 15_358.08),
      grace: owedOn(dateOf(graceUntil), 15_408.14),
      difference: -114.41,
      least_interest: 50.05,
      notice_ends_on: dateOf(new Date(graceUntil.getTime() + 21 * dayMs)),
    },
  }
}

const owedOn = (date: string, amount: number) => {
  const interest = Math.round((amount - 14_500) * 100) / 100
  return { date, amount, principal: 14_500, interest, advances: 0 }
}

const fixed = (role: Party) =>
  ({
    id: loanId,
    code: 'LN-7F3K',
    version: 7,
    domain: 'lanternfish.com',
    unicode: 'lanternfish.com',
    domain_id: '7c0d2a1e-52b7-4a53-8a8e-1f0a6c1b2d3e',
    amount: 14_500,
    term: termDays,
    apy: 18,
    repay: 15_358.08,
    paid: 0,
    pause: null,
    asks: [],
    borrower_id: '5f0e7b1a-93c1-4c7b-8a55-0a1b2c3d4e5f',
    lender_id: '6a1f8c2b-04d2-4d8c-9b66-1b2c3d4e5f60',
    role,
    borrower_name: names.BORROWER,
    lender_name: names.LENDER,
    borrower_contract_url: null,
    lender_contract_url: null,
    contract: 0,
    adjusted: 5.92,
    per_diem: 7.15,
    interest: 858.08,
    ltv: 35,
    end_reason: null,
    on_hold: false,
    clock_stopped: false,
    runway_short_days: null,
    reference_in: 'LN-7F3K-IN',
    reference_out: 'LN-7F3K-OUT',
    payments: [],
    advances: [],
    advance: null,
    proposals: [],
    dispute: null,
    agreement: { state: 'sealed', sha256: 'c20e81d4', your_address_missing: false },
    payee: { state: 'ready', locked_since: '2026-10-09T10:00:00.000Z', revealed_at: null },
    your_payee: 'ready',
    refinances_id: null,
    successor: null,
  }) satisfies Partial<Loan>

export const dispute: Loan['dispute'] = {
  reason: 'FUNDING_NOT_RECEIVED',
  words: 'Loan not received',
  statement: 'I looked at the account on three days.',
  by: 'BORROWER',
  opened_at: '2026-10-14T10:00:00.000Z',
}
