/** One loan, whole, seen by one of its sides. */
import type { loanSchema } from '@pier/protocol/calls/loans/loan'
import { disputeReasons, type DisputeReason } from '@pier/protocol/loans/disputes'
import { actionsOf, type GuardFacts, type Party } from '@pier/protocol/lifecycles/loan'
import { adjustedBps, interestCents, loanToValuePercent } from '@pier/protocol/loans/loan-terms'
import { owedOn, type LoanDebt } from '@pier/protocol/loans/repayment'
import { limits } from '@pier/protocol/limits'
import { dayMs } from '@pier/protocol/time'
import { contractOf } from '@pier/protocol/rails'
import type { z } from 'zod'
import type { AgreementView } from '../../contracts/contracts.service.ts'
import type { Domain } from '../../domains/domains.service.ts'
import { nearDayText } from '../notices/day-text.ts'
import type { LoanAdvance } from '../facts/loan-facts.repository.ts'
import type { AdvanceOffer } from '../collateral/advances.service.ts'
import type { findOpenDispute } from '../facts/disputes.repository.ts'
import type { Loan } from '../facts/loans.repository.ts'
import {
  asksOf,
  dateOf,
  debtOf,
  moveFor,
  pauseFor,
  phaseOf,
  sumsOf,
  type LoanView,
  type SaidPause,
} from '../facts/loan-view.ts'
import type { LoanPayment } from '../facts/payments.repository.ts'
import type { Proposal } from '../facts/proposals.repository.ts'

type Wire = z.input<typeof loanSchema>
type Seen = {
  view: LoanView
  payments: LoanPayment[]
  advances: LoanAdvance[]
  domain: Pick<Domain, 'name' | 'unicodeName'>
  role: Party
  proposals: Proposal[]
  dispute: Awaited<ReturnType<typeof findOpenDispute>>
  agreement: AgreementView
  /** Of the details this side pays to. */
  lockedSince: Date | null
  revealedAt: Date | null
  successor: { loan: Loan; lenderName: string } | null
  receipt: Wire['receipt']
  advance: AdvanceOffer | null
}

export function presentLoan(seen: Seen): Wire {
  const { view, domain, role, agreement } = seen
  const { loan, guardFacts, names } = view
  const move = moveFor(view, role)
  return {
    ...identity(loan),
    domain: domain.name,
    unicode: domain.unicodeName,
    phase: phaseOf(view),
    role,
    borrower_name: names.BORROWER,
    lender_name: names.LENDER,
    borrower_contract_url: role === 'BORROWER' ? agreement.url : null,
    lender_contract_url: role === 'LENDER' ? agreement.url : null,
    agreement: {
      state: agreement.state,
      sha256: agreement.sha256,
      your_address_missing: agreement.isAddressMissing[role],
    },
    your_move: move.whose === 'YOU',
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
      why_not: action === 'markPaid' && whyNot === 'Done.' ? doneText(seen) : whyNot,
    })),
    ...terms(seen),
    ...dates(loan),
    payee: {
      state: guardFacts.payee[otherOf(role)],
      locked_since: iso(seen.lockedSince),
      revealed_at: iso(seen.revealedAt),
    },
    your_payee: guardFacts.payee[role],
    on_hold: guardFacts.isHeld,
    clock_stopped: guardFacts.isClockStopped,
    pause: presentPause(pauseFor(view, role)),
    asks: asksOf(view, role),
    payments: seen.payments.map(presentPayment),
    advances: seen.advances.map(presentAdvance),
    advance: presentAdvanceOffer(seen),
    proposals: seen.proposals.map(presentProposal),
    dispute: presentDispute(seen.dispute),
    successor: presentSuccessor(seen.successor, guardFacts),
    receipt: seen.receipt,
  }
}

/** Dated by the lender's claim, else by the day the borrower had the money. */
function doneText({ view: { loan }, payments }: Seen): string {
  const claim = payments.findLast(
    ({ kind, status }) => kind === 'FUNDING' && (status === 'CLAIMED' || status === 'CONFIRMED'),
  )
  const date = claim?.createdAt.toISOString() ?? loan.valueDate
  return date ? `Done on ${nearDayText(date)}.` : 'Done.'
}

const otherOf = (role: Party): Party => (role === 'BORROWER' ? 'LENDER' : 'BORROWER')

const identity = (loan: Loan) => ({
  id: loan.id,
  code: loan.code,
  version: loan.version,
  domain_id: loan.domainId,
  status: loan.status,
  contract: contractOf(loan.rail),
  created_at: loan.createdAt.toISOString(),
  borrower_id: loan.borrowerId,
  lender_id: loan.lenderId,
  borrower_signed: loan.borrowerSignedAt !== null,
  lender_signed: loan.lenderSignedAt !== null,
  end_reason: loan.endReason,
  runway_short_days: loan.runwayShortDays,
  refinances_id: loan.refinancesId,
  reference_in: `${loan.code}-IN`,
  reference_out: `${loan.code}-OUT`,
})

const iso = (date: Date | null) => date?.toISOString() ?? null

const dates = (loan: Loan) => ({
  borrower_signed_at: iso(loan.borrowerSignedAt),
  lender_signed_at: iso(loan.lenderSignedAt),
  custody_at: iso(loan.custodyAt),
  pay_by: iso(loan.payBy),
  value_date: loan.valueDate,
  due_at: iso(loan.dueAt),
  grace_until: iso(loan.graceUntil),
  noticed_at: iso(loan.noticedAt),
  objection_until: iso(loan.objectionUntil),
  ended_at: iso(loan.endedAt),
})

const presentPause = (pause: SaidPause | null): Wire['pause'] =>
  pause && {
    reason: pause.reason,
    since: pause.since.toISOString(),
    title: pause.title,
    note: pause.text,
  }

function terms({ view }: Seen) {
  const { loan, facts } = view
  const { amountCents: principalCents, rateBps, termDays } = loan
  const rate = { principalCents, rateBps }
  const debt = debtOf(view)
  const sums = sumsOf(view)
  const owed = debt && owedOn(debt, dateOf(view.now)) // Repaid principal bears no interest.
  return {
    amount: principalCents / 100,
    term: termDays,
    apy: rateBps / 100,
    adjusted: adjustedBps({ rateBps, termDays }) / 100,
    per_diem: (owed?.perDiemCents ?? interestCents({ ...rate, days: 1 })) / 100,
    interest: interestCents({ ...rate, days: termDays }) / 100,
    repay: sums.repayCents / 100,
    paid: sums.paidCents / 100,
    claim: sums.claim && {
      amount: sums.claim.cents / 100,
      owed: sums.claim.owedCents === null ? null : sums.claim.owedCents / 100,
      short: sums.claim.shortCents / 100,
      paid_on: sums.claim.paidOn,
    },
    ltv: loanToValuePercent({ amountCents: principalCents, valueCents: facts.valueCents }),
    payoff: payoff(view),
  }
}

function payoff(view: LoanView): Wire['payoff'] {
  const { loan, now } = view
  const debt = debtOf(view)
  if (!debt || !loan.dueAt || !loan.graceUntil || loan.endedAt) return null
  const on = (time: Date) => {
    const date = dateOf(time)
    const owed = owedOn(debt, date)
    return {
      date,
      amount: owed.payoffCents / 100,
      principal: owed.principalCents / 100,
      interest: owed.interestCents / 100,
      advances: owed.advanceCents / 100,
    }
  }
  const days = Math.min(7, debt.termDays)
  const today = on(now)
  const due = on(loan.dueAt)
  return {
    today,
    due,
    grace: on(loan.graceUntil),
    difference: differenceCents(debt, { today: dateOf(now), due: dateOf(loan.dueAt) }) / 100,
    least_interest: interestCents({ ...debt, days }) / 100,
    notice_ends_on: noticeEndsOn(loan.objectionUntil, loan.graceUntil, now),
  }
}

/** The end of the notice sent, or of one sent as soon as possible: today or after grace. */
function noticeEndsOn(objectionUntil: Date | null, graceUntil: Date, now: Date): string {
  if (objectionUntil) return dateOf(objectionUntil)
  const sentAt = Math.max(graceUntil.getTime() + dayMs, now.getTime())
  return dateOf(new Date(sentAt + limits.noticeDays * dayMs))
}

/** How much more is owed today than on the due date, ignoring payments since. */
function differenceCents(debt: LoanDebt, { today, due }: { today: string; due: string }): number {
  const paidSince = debt.payments
    .filter(({ paidOn }) => paidOn > due && paidOn <= today)
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  return owedOn(debt, today).payoffCents + paidSince - owedOn(debt, due).payoffCents
}

const dollars = (cents: number | null) => (cents === null ? null : cents / 100)

const presentPayment = (payment: LoanPayment) => ({
  id: payment.id,
  kind: payment.kind,
  by: payment.claimedBy as Party,
  amount: dollars(payment.amountCents),
  paid_on: payment.paidOn,
  reference: payment.reference,
  status: payment.status,
  advance: payment.advanceCents / 100,
  interest: dollars(payment.interestCents),
  principal: dollars(payment.principalCents),
  created_at: payment.createdAt.toISOString(),
})

const presentAdvance = ({ id, amountCents, state, advancedOn, createdAt }: LoanAdvance) => ({
  id,
  amount: amountCents / 100,
  state,
  advanced_on: advancedOn,
  created_at: createdAt.toISOString(),
})

/** The borrower has their own way to renew, and no use for this one. */
function presentAdvanceOffer({ role, advance }: Seen): Wire['advance'] {
  if (role !== 'LENDER' || !advance) return null
  const { isOpen, whyNot, reason, expiresOn } = advance
  return { open: isOpen, why_not: whyNot, reason, expires_on: expiresOn }
}

const presentProposal = ({ id, kind, proposedBy, terms: asked, createdAt }: Proposal) => ({
  id,
  kind,
  by: proposedBy,
  due_on: asked.dueOn ?? null,
  value_date: asked.valueDate ?? null,
  outcome: asked.outcome ?? null,
  pays_interest: asked.paysInterest ?? false,
  statement: asked.statement ?? null,
  created_at: createdAt.toISOString(),
})

function presentDispute(dispute: Seen['dispute']): Wire['dispute'] {
  if (!dispute) return null
  return {
    reason: dispute.reason,
    words: disputeReasons[dispute.reason as DisputeReason].words,
    statement: dispute.statement,
    by: dispute.openedBy as 'BORROWER' | 'LENDER' | 'SYSTEM',
    opened_at: dispute.openedAt.toISOString(),
  }
}

function presentSuccessor(successor: Seen['successor'], guardFacts: GuardFacts): Wire['successor'] {
  if (!successor) return null
  const { loan, lenderName } = successor
  return {
    lender_name: lenderName,
    amount: loan.amountCents / 100,
    payoff: (loan.payoffCents ?? 0) / 100,
    is_ready: guardFacts.isRefinancing,
  }
}
