import { daysBetween } from '@pier/protocol/loans/loan-terms'
import { dayMs } from '@pier/protocol/time'
import type { ComponentProps } from 'react'
import type { Escrow } from '../../../../api/loans/loans.ts'
import { shortDay } from '../../../../text/date-text.ts'
import type { LoanStepper } from '../../../../loans/loan-stepper.tsx'
import { otherName, todayOf } from '../actions/loan-actions.ts'

type Deck = ComponentProps<typeof LoanStepper>
type Notes = NonNullable<Deck['notes']>

/** Where a loan stands on the deck, and the date below each post. */
export function stepperOf(escrow: Escrow, now: string): Deck {
  const place = placeOf(escrow, now)
  return {
    ...place,
    yourMove: escrow.your_move,
    notes: { ...pastNotes(escrow), ...aheadNotes(escrow), ...place.notes },
  }
}

function placeOf(escrow: Escrow, now: string): Deck {
  switch (escrow.status) {
    case 'PENDING_SIGNATURE':
      return atSignatures(escrow)
    case 'NEW':
      return { current: 'custody', notes: { custody: { note: transferWords[escrow.phase] } } }
    case 'DOMAIN_IN_CUSTODY':
      return atPayment(escrow, now)
    case 'LOAN_POSTED':
      return atLoan(escrow, now)
    case 'ESCALATED':
      return atDispute(escrow)
    case 'CANCELLED':
      return atCancelled(escrow)
    default:
      return atEnd(escrow)
  }
}

function atSignatures({ borrower_signed, lender_signed }: Escrow): Deck {
  const signed = Number(borrower_signed) + Number(lender_signed)
  return {
    current: 'signed',
    share: signed / 2,
    notes: { signed: { label: 'Signatures', note: `${signed} of 2` } },
  }
}

const transferWords: Record<string, string> = {
  CODE_NEEDED: 'code needed',
  TRANSFER_PENDING: 'on its way',
  TRANSFER_FAILED: 'to be tried again',
}

function atPayment({ custody_at, pay_by, clock_stopped }: Escrow, now: string): Deck {
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

function atLoan(escrow: Escrow, now: string): Deck {
  if (escrow.phase === 'FUNDING_CLAIMED') return atClaim(escrow, 'paid')
  if (escrow.phase === 'REPAYMENT_CLAIMED') return atClaim(escrow, 'repaid')
  if (escrow.phase === 'DEFAULT_NOTICED' || escrow.phase === 'SEIZURE_READY')
    return atNotice(escrow, now)
  const day = dayOf(escrow, now)
  return {
    current: 'runs',
    share: Math.min(day / daysOf(escrow), 1),
    notes: { runs: { note: runsWords(escrow, now) } },
  }
}

/** "Day 104 of 120", and after the due date what runs instead. */
function runsWords(escrow: Escrow, now: string): string {
  const today = todayOf(escrow, now)
  const daysTo = (date: string | null) =>
    date ? daysBetween({ from: today, to: date.slice(0, 10) }) : 0
  if (escrow.phase === 'IN_GRACE')
    return `In grace, ${Math.max(daysTo(escrow.grace_until), 0)} d left`
  if (escrow.phase === 'OVERDUE') return `Overdue ${Math.max(-daysTo(escrow.due_at), 0)} d`
  return `Day ${dayOf(escrow, now)} of ${daysOf(escrow)}`
}

/** To the due date, wherever that has moved. */
const daysOf = ({ value_date, due_at, term }: Escrow): number =>
  value_date && due_at ? daysBetween({ from: value_date, to: due_at.slice(0, 10) }) : term

function dayOf(escrow: Escrow, now: string): number {
  if (!escrow.value_date) return 0
  return Math.max(daysBetween({ from: escrow.value_date, to: todayOf(escrow, now) }), 0)
}

/** Somebody says that money was sent, and the other one has to say that it came. */
function atClaim(escrow: Escrow, step: 'paid' | 'repaid'): Deck {
  const kind = step === 'paid' ? 'FUNDING' : 'FULL'
  const claim = escrow.payments.findLast((each) => each.kind === kind && each.status === 'CLAIMED')
  const answers = escrow.your_move ? 'you confirm' : `${otherName(escrow)} confirms`
  const note = claim ? `claimed ${shortDay(claim.paid_on)}, ${answers}` : answers
  return { current: step, share: 0.5, notes: { [step]: { note } } }
}

function atNotice(escrow: Escrow, now: string): Deck {
  const { noticed_at, objection_until } = escrow
  const isOver = escrow.phase === 'SEIZURE_READY'
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
          : `${Math.floor(leftMs / dayMs)} d to answer`,
      },
      seized: { note: isOver ? 'two operators check' : `not before ${dayNote(objection_until)}` },
    },
  }
}

const dayNote = (at: string | null) => (at ? shortDay(at) : '')

/** A dispute stops the loan where it stood. */
function atDispute({ due_at, noticed_at }: Escrow): Deck {
  const disputed = { note: 'disputed' }
  if (!due_at) return { current: 'paid', share: 0.5, notes: { paid: disputed } }
  return noticed_at
    ? { ending: 'seizure', current: 'notice', share: 0.5, notes: { notice: disputed } }
    : { current: 'repaid', notes: { repaid: disputed, runs: { note: '' } } }
}

function atCancelled({ borrower_signed, lender_signed, custody_at, ended_at }: Escrow): Deck {
  const step = custody_at ? 'paid' : borrower_signed && lender_signed ? 'custody' : 'signed'
  const note = `cancelled ${dayNote(ended_at)}`
  const label = { signed: 'Signatures', custody: 'Domain in custody', paid: 'Payment' }[step]
  return { current: step, notes: { [step]: { label, note } } }
}

function atEnd(escrow: Escrow): Deck {
  const { status, ended_at, value_date } = escrow
  const ended = { note: dayNote(ended_at) }
  if (status === 'FINALIZED_RETURN_TO_BORROWER') return atRepaid(escrow)
  const isTaken = status === 'FINALIZED_PLATFORM_SEZIURE'
  if (isTaken && !value_date)
    return { current: 'paid', notes: { paid: { label: 'Payment', note: `taken ${ended.note}` } } }
  const seized = isTaken ? { label: 'Taken by order', ...ended } : ended
  return {
    current: null,
    ending: 'seizure',
    notes: { ...ranNotes(escrow), notice: noticeNote(escrow), seized },
  }
}

/** Of an end that no notice came before, what came in its place. */
function noticeNote({ noticed_at, ended_at, end_reason, receipt }: Escrow) {
  const ended = { note: dayNote(ended_at) }
  if (end_reason === 'surrendered') return { label: 'Surrendered', ...ended }
  if (noticed_at) return { note: dayNote(noticed_at) }
  if (receipt?.ending === 'SEIZED_SETTLED') return { label: 'Settled', ...ended }
  return { label: 'No notice', note: '' }
}

function atRepaid(escrow: Escrow): Deck {
  const { ended_at, receipt } = escrow
  const ended = { note: dayNote(ended_at) }
  const sums = receipt?.sums
  const repaid = { note: sums ? `${shortDay(sums.stopped_on)}${earlyNote(sums)}` : ended.note }
  const notes = ranNotes(escrow)
  if (receipt?.ending.startsWith('REFINANCED')) {
    const returned = { label: 'In the next loan', ...ended }
    return { current: null, notes: { ...notes, repaid: { label: 'Paid out', ...ended }, returned } }
  }
  return { current: null, notes: { ...notes, repaid, returned: { note: `${ended.note}, free` } } }
}

type Sums = NonNullable<NonNullable<Escrow['receipt']>['sums']>

/** ", 19 d early" */
function earlyNote({ stopped_on, agreed }: Sums): string {
  const days = daysBetween({ from: stopped_on, to: agreed.date })
  if (days === 0) return ', on time'
  return days > 0 ? `, ${days} d early` : `, ${-days} d late`
}

/** "41 of 60 days": how long it ran, of the days up to the due date. */
function ranNotes({ value_date, receipt }: Escrow): Notes {
  const sums = receipt?.sums
  if (!value_date || !sums) return {}
  const daysTo = (to: string) => daysBetween({ from: value_date, to })
  const note = `${daysTo(sums.stopped_on)} of ${daysTo(sums.agreed.date)} days`
  return { runs: { label: 'Loan ran', note } }
}

function pastNotes(escrow: Escrow): Notes {
  const { borrower_signed_at, lender_signed_at, custody_at, value_date } = escrow
  const signed = [borrower_signed_at, lender_signed_at].filter((at) => at !== null).toSorted()
  const last = signed.at(-1)
  return {
    ...(signed.length === 2 && last && { signed: { note: `${shortDay(last)}, both sides` } }),
    ...(custody_at && { custody: { note: `${shortDay(custody_at)}, lock on` } }),
    ...(value_date && { paid: { note: `${shortDay(value_date)}, received` } }),
  }
}

/** What is still to come says when, as far as it is known. */
function aheadNotes({ term, due_at }: Escrow): Notes {
  if (!due_at) return { runs: { note: term === 1 ? '1 day' : `${term} days` } }
  return {
    runs: { note: `due ${shortDay(due_at)}` },
    repaid: { note: `due ${shortDay(due_at)}` },
    returned: { note: 'at once' },
  }
}
