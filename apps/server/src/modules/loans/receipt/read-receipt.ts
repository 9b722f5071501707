/**
 * The receipt of a loan that has ended: what was paid and confirmed, what it came to, and what is
 * next, for one of its sides. It is worked out here once, so that every place shows the same.
 */
import type { receiptSchema } from '@pier/protocol/calls/loans/receipt'
import type { Party } from '@pier/protocol/lifecycles/loan'
import { daysBetween } from '@pier/protocol/loans/loan-terms'
import { invariant } from '../../../platform/app-error.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { z } from 'zod'
import { textOfEnding } from './ending-text.ts'
import type { Loan } from '../facts/loans.repository.ts'
import { listEvents } from '../facts/events.repository.ts'
import type { NameOfLoan } from '../facts/loan-rows.repository.ts'
import { dateOf, debtOf, type LoanView } from '../facts/loan-view.ts'
import { nextOf, type NameNow } from './domain-now.ts'
import type { LoanPayment } from '../facts/payments.repository.ts'
import { presentFee, presentLine, presentSums, stopText, totalOf } from './present-receipt.ts'
import { endingOf, lastStepOf, settlementOf, type StepEvent } from './ending.ts'
import { linesOf, type ReceiptLine } from './lines.ts'
import { sumsOf, type ReceiptSums } from './sums.ts'
import {
  countMessages,
  findLinked,
  findNameRow,
  findRecord,
  listFees,
} from './receipt.repository.ts'

type Receipt = z.input<typeof receiptSchema>
type View = LoanView
type Read = { view: View; payments: LoanPayment[]; domain: NameOfLoan; role: Party }

/** Null until the loan has ended. */
export async function readReceipt(db: Db, read: Read): Promise<Receipt | null> {
  const { view, payments, domain, role } = read
  const { loan, names } = view
  if (!loan.endedAt) return null
  const userId = role === 'BORROWER' ? loan.borrowerId : loan.lenderId
  const { lines, ending, last, sums, otherLender } = await reckon(db, { view, payments })
  const name = await readName(db, { ...read, userId })
  const fees = await listFees(db, { loan, userId, domain: domain.unicodeName })
  const seen = { role, names, rail: loan.rail }
  const ended = {
    ending,
    role,
    names,
    sums,
    name,
    otherLender,
    domain: domain.unicodeName,
    endedOn: dateOf(loan.endedAt),
    noticedOn: loan.noticedAt && dateOf(loan.noticedAt),
    fromStatus: last?.fromStatus ?? null,
    lapsedBy: loan.lapsedBy,
  }
  const { amountCents, termDays, rateBps } = loan
  const terms = { amountCents, termDays, rateBps }
  const isReturned = loan.status === 'FINALIZED_RETURN_TO_BORROWER'
  const next = nextOf({ role, name, terms, isReturned, endedAt: loan.endedAt, now: view.now })
  return {
    ending,
    ...textOfEnding(ended),
    lines: lines.map((line) => presentLine(line, seen)),
    nothing_paid: lines.length > 0 ? null : 'No payment was confirmed on this loan.',
    sums: sums && presentSums(sums, { rateBps, words: stopText({ ending, role, lines, names }) }),
    fees: fees.map(presentFee),
    total: totalOf({ ending, role, sums, fees }),
    next: next.map(({ from, whyNot, escrowId, ...step }) => ({
      ...step,
      from: from?.toISOString() ?? null,
      why_not: whyNot,
      escrow_id: escrowId,
    })),
    no_deadline: next.every(({ kind }) => kind !== 'LOAN' && kind !== 'HELD'),
    terms: { amount: amountCents / 100, term: termDays, apy: rateBps / 100 },
    record: await readOwnRecord(db, { userId, role }),
    messages: await countMessages(db, loan.id),
    events: loan.eventCount,
  }
}

/** Lines and sums, the same for both sides. */
async function reckon(db: Db, { view, payments }: Pick<Read, 'view' | 'payments'>) {
  const { loan } = view
  const events = await listEvents(db, loan.id)
  const last = lastStepOf(events)
  const ending = endingOf(loan, last)
  const former = loan.refinancesId ? await findLinked(db, { loan, side: 'former' }) : null
  const replacement = ending.startsWith('REFINANCED')
    ? await findLinked(db, { loan, side: 'replacement' })
    : null
  const lines = linesOf({ loan, payments, events, ending, last, former, replacement })
  const otherLender = replacement?.lenderName ?? 'another lender'
  return { lines, ending, last, otherLender, sums: sumsFor(view, { events, ending, lines }) }
}

type Reckoned = {
  events: readonly StepEvent[]
  ending: Receipt['ending']
  lines: readonly ReceiptLine[]
}

function sumsFor(view: View, { events, ending, lines }: Reckoned): ReceiptSums | null {
  const { dueAt, endedAt, termDays, valueDate } = view.loan
  const debt = debtOf(view)
  const settledWith = settlementOf(ending)
  if (!debt || !dueAt || !endedAt || !valueDate || settledWith === 'NO_DEBT') return null
  const due = { date: dateOf(dueAt), days: agreedDays({ termDays, valueDate }, events) }
  return sumsOf({ debt, lines, settledWith, due, endedOn: dateOf(endedAt) })
}

/** Days of the term, or up to the extended due date. Stopped time bears no interest. */
function agreedDays(
  { termDays, valueDate }: { termDays: number; valueDate: string },
  events: readonly StepEvent[],
): number {
  const extended = events.findLast(({ action, version }) => action === 'extend' && version !== null)
  const { dueOn } = (extended?.data ?? {}) as { dueOn?: string } // What the chain was given.
  return dueOn ? daysBetween({ from: valueDate, to: dueOn }) : termDays
}

async function readName(
  db: Db,
  { view, domain, userId }: { view: View; domain: NameOfLoan; userId: string },
): Promise<NameNow> {
  const row = await findNameRow(db, { loan: view.loan, userId, now: view.now })
  invariant(row, 'a loan has a domain')
  const { ownerId, isArchived, renewalCents, ...facts } = row
  return {
    ...facts,
    isYours: ownerId === userId && !isArchived,
    status: domain.status,
    transferOutFrom: domain.transferOutAvailableAt,
    renewalCents: renewalCents === null ? null : Number(renewalCents),
  }
}

async function readOwnRecord(
  db: Db,
  { userId, role }: { userId: Loan['borrowerId']; role: Party },
): Promise<Receipt['record']> {
  const { amountCents, onTime, ...counts } = await findRecord(db, { userId, role })
  return { ...counts, as: role, on_time: onTime, amount: Number(amountCents) / 100 }
}
