import { labelOfPhase } from '@pier/protocol/labels'
import { daysBetween } from '@pier/protocol/loans/loan-terms'
import { countOf } from '@pier/protocol/text'
import { dayMs } from '@pier/protocol/time'
import type { ComponentProps } from 'react'
import type { Loan } from '../../../../api/loans/loans.ts'
import { shortDay } from '../../../../text/date-text.ts'
import type { LoanStepper } from '../../../../loans/loan-stepper.tsx'
import { otherName, todayOf } from '../actions/loan-actions.ts'

type Stepper = ComponentProps<typeof LoanStepper>
type Notes = NonNullable<Stepper['notes']>

/** Where a loan stands on the stepper, and the date below each step. */
export function stepperOf(loan: Loan, now: string): Stepper {
  const place = placeOf(loan, now)
  return {
    ...place,
    yourMove: loan.your_move,
    notes: { ...pastNotes(loan), ...aheadNotes(loan), ...place.notes },
  }
}

function placeOf(loan: Loan, now: string): Stepper {
  switch (loan.status) {
    case 'PENDING_SIGNATURE':
      return atSignatures(loan)
    case 'NEW':
      return { current: 'custody', notes: { custody: { note: transferText[loan.phase] } } }
    case 'DOMAIN_IN_CUSTODY':
      return atPayment(loan, now)
    case 'LOAN_POSTED':
      return atLoan(loan, now)
    case 'ESCALATED':
      return atDispute(loan)
    case 'CANCELLED':
      return atCancelled(loan)
    default:
      return atEnd(loan)
  }
}

function atSignatures({ borrower_signed, lender_signed }: Loan): Stepper {
  const signed = Number(borrower_signed) + Number(lender_signed)
  return {
    current: 'signed',
    share: signed / 2,
    notes: { signed: { label: 'Signatures', note: `${signed} of 2` } },
  }
}

const transferText: Record<string, string> = {
  CODE_NEEDED: 'auth code needed',
  TRANSFER_PENDING: 'transfer in progress',
  TRANSFER_FAILED: 'transfer failed',
}

function atPayment({ custody_at, pay_by, clock_stopped }: Loan, now: string): Stepper {
  if (!custody_at || !pay_by)
    return { current: 'paid', notes: { paid: { label: 'Payment', note: '' } } }
  const allMs = Date.parse(pay_by) - Date.parse(custody_at)
  const passedMs = Math.min(Math.max(Date.parse(now) - Date.parse(custody_at), 0), allMs)
  const days = Math.round(allMs / dayMs)
  const day = Math.min(Math.floor(passedMs / dayMs) + 1, days)
  return {
    current: 'paid',
    share: passedMs / allMs,
    notes: {
      paid: { label: 'Payment', note: clock_stopped ? 'paused' : `day ${day} of ${days}` },
    },
  }
}

function atLoan(loan: Loan, now: string): Stepper {
  if (loan.phase === 'FUNDING_CLAIMED') return atClaim(loan, 'paid')
  if (loan.phase === 'REPAYMENT_CLAIMED') return atClaim(loan, 'repaid')
  if (loan.phase === 'DEFAULT_NOTICED' || loan.phase === 'SEIZURE_READY') return atNotice(loan, now)
  const day = dayOf(loan, now)
  return {
    current: 'runs',
    share: Math.min(day / daysOf(loan), 1),
    notes: { runs: { note: runsText(loan, now) } },
  }
}

/** "Day 104 of 120", and after the due date the days of grace or of delay. */
function runsText(loan: Loan, now: string): string {
  const today = todayOf(loan, now)
  const daysTo = (date: string | null) =>
    date ? daysBetween({ from: today, to: date.slice(0, 10) }) : 0
  if (loan.phase === 'IN_GRACE')
    return labelOfPhase('IN_GRACE', { days: Math.max(daysTo(loan.grace_until), 0) })
  if (loan.phase === 'OVERDUE')
    return labelOfPhase('OVERDUE', { days: Math.max(-daysTo(loan.due_at), 0) })
  return `Day ${dayOf(loan, now)} of ${daysOf(loan)}`
}

/** The days to the due date, which may have moved. */
const daysOf = ({ value_date, due_at, term }: Loan): number =>
  value_date && due_at ? daysBetween({ from: value_date, to: due_at.slice(0, 10) }) : term

function dayOf(loan: Loan, now: string): number {
  if (!loan.value_date) return 0
  return Math.max(daysBetween({ from: loan.value_date, to: todayOf(loan, now) }), 0)
}

/** A party claims that money was sent, and the other has to confirm it. */
function atClaim(loan: Loan, step: 'paid' | 'repaid'): Stepper {
  const kind = step === 'paid' ? 'FUNDING' : 'FULL'
  const claim = loan.payments.findLast((each) => each.kind === kind && each.status === 'CLAIMED')
  const answers = loan.your_move ? 'you confirm' : `${otherName(loan)} confirms`
  const note = claim ? `claimed ${shortDay(claim.paid_on)}, ${answers}` : answers
  return { current: step, share: 0.5, notes: { [step]: { note } } }
}

function atNotice(loan: Loan, now: string): Stepper {
  const { noticed_at, objection_until } = loan
  const isOver = loan.phase === 'SEIZURE_READY'
  const until = objection_until ? Date.parse(objection_until) : 0
  const allMs = until - (noticed_at ? Date.parse(noticed_at) : until)
  const leftMs = Math.max(until - Date.parse(now), 0)
  return {
    ending: 'seizure',
    current: isOver ? 'seized' : 'notice',
    share: isOver || allMs <= 0 ? 0 : 1 - leftMs / allMs,
    notes: {
      notice: {
        note: isOver
          ? `ended ${dayNote(objection_until)}`
          : `${countOf(Math.floor(leftMs / dayMs), 'day')} to answer`,
      },
      seized: { note: isOver ? 'two operators check' : `not before ${dayNote(objection_until)}` },
    },
  }
}

const dayNote = (at: string | null) => (at ? shortDay(at) : '')

/** A dispute stops the loan at its current step. */
function atDispute({ due_at, noticed_at }: Loan): Stepper {
  const disputed = { note: 'disputed' }
  if (!due_at) return { current: 'paid', share: 0.5, notes: { paid: disputed } }
  return noticed_at
    ? { ending: 'seizure', current: 'notice', share: 0.5, notes: { notice: disputed } }
    : { current: 'repaid', notes: { repaid: disputed, runs: { note: '' } } }
}

function atCancelled({ borrower_signed, lender_signed, custody_at, ended_at }: Loan): Stepper {
  const step = custody_at ? 'paid' : borrower_signed && lender_signed ? 'custody' : 'signed'
  const note = `cancelled ${dayNote(ended_at)}`
  const label = { signed: 'Signatures', custody: 'Domain in custody', paid: 'Payment' }[step]
  return { current: step, notes: { [step]: { label, note } } }
}

function atEnd(loan: Loan): Stepper {
  const { status, ended_at, value_date } = loan
  const ended = { note: dayNote(ended_at) }
  if (status === 'FINALIZED_RETURN_TO_BORROWER') return atRepaid(loan)
  const isTaken = status === 'FINALIZED_PLATFORM_SEZIURE'
  if (isTaken && !value_date)
    return { current: 'paid', notes: { paid: { label: 'Payment', note: `seized ${ended.note}` } } }
  const seized = isTaken ? { label: 'Seized by order', ...ended } : ended
  return {
    current: null,
    ending: 'seizure',
    notes: { ...ranNotes(loan), notice: noticeNote(loan), seized },
  }
}

/** The date of the default notice, or what came in its place. */
function noticeNote({ noticed_at, ended_at, end_reason, receipt }: Loan) {
  const ended = { note: dayNote(ended_at) }
  if (end_reason === 'surrendered') return { label: 'Surrendered', ...ended }
  if (noticed_at) return { note: dayNote(noticed_at) }
  if (receipt?.ending === 'SEIZED_SETTLED') return { label: 'Settled', ...ended }
  return { label: 'No notice', note: '' }
}

function atRepaid(loan: Loan): Stepper {
  const { ended_at, receipt } = loan
  const ended = { note: dayNote(ended_at) }
  const sums = receipt?.sums
  const repaid = { note: sums ? `${shortDay(sums.stopped_on)}${earlyNote(sums)}` : ended.note }
  const notes = ranNotes(loan)
  if (receipt?.ending.startsWith('REFINANCED')) {
    const returned = { label: 'Collateral of the new loan', ...ended }
    return { current: null, notes: { ...notes, repaid: { label: 'Paid off', ...ended }, returned } }
  }
  return { current: null, notes: { ...notes, repaid, returned: { note: `${ended.note}, free` } } }
}

type Sums = NonNullable<NonNullable<Loan['receipt']>['sums']>

/** ", 19 days early" */
function earlyNote({ stopped_on, agreed }: Sums): string {
  const days = daysBetween({ from: stopped_on, to: agreed.date })
  if (days === 0) return ', on time'
  return days > 0 ? `, ${countOf(days, 'day')} early` : `, ${countOf(-days, 'day')} late`
}

/** "41 of 60 days": how long it ran, of the days up to the due date. */
function ranNotes({ value_date, receipt }: Loan): Notes {
  const sums = receipt?.sums
  if (!value_date || !sums) return {}
  const daysTo = (to: string) => daysBetween({ from: value_date, to })
  const note = `${daysTo(sums.stopped_on)} of ${daysTo(sums.agreed.date)} days`
  return { runs: { label: 'Loan ended', note } }
}

function pastNotes(loan: Loan): Notes {
  const { borrower_signed_at, lender_signed_at, custody_at, value_date } = loan
  const signed = [borrower_signed_at, lender_signed_at].filter((at) => at !== null).toSorted()
  const last = signed.at(-1)
  return {
    ...(signed.length === 2 && last && { signed: { note: `${shortDay(last)}, both sides` } }),
    ...(custody_at && { custody: { note: `${shortDay(custody_at)}, lock on` } }),
    ...(value_date && { paid: { note: `${shortDay(value_date)}, received` } }),
  }
}

/** Notes of future steps: when they come, as far as known. */
function aheadNotes({ term, due_at }: Loan): Notes {
  if (!due_at) return { runs: { note: countOf(term, 'day') } }
  return {
    runs: { note: `due ${shortDay(due_at)}` },
    repaid: { note: `due ${shortDay(due_at)}` },
    returned: { note: 'at once' },
  }
}
