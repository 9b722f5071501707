/**
 * Partial payments. The borrower claims one, the lender confirms or denies it; only one is open at
 * a time. It covers advances first, then interest, then principal.
 */
import { limits } from '@pier/protocol/limits'
import { owedOn, type LoanDebt } from '@pier/protocol/loans/repayment'
import { dayMs } from '@pier/protocol/time'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import {
  openLoan,
  submit,
  readDate,
  requireSeen,
  type Payment,
  type ActionInput,
} from '../machine/submit-action.ts'
import { confirmOpenPayment, openPaymentOf } from './confirm-payment.ts'
import type { LockedLoan } from '../facts/loan.ts'
import type { Loan } from '../facts/loans.repository.ts'
import { dateOf, debtOfLoan } from '../facts/loan-view.ts'
import {
  countPartialPayments,
  decidePayments,
  insertPayment,
} from '../facts/payments.repository.ts'

type Part = ActionInput & Payment & { amountCents: number }

export async function recordPartialPayment(tx: Tx, input: Part): Promise<Loan> {
  const locked = await openLoan(tx, input)
  const { amountCents, reference = null } = input
  const debt = debtOfLoan(locked)
  const paidOn = readDate(tx, input.paidOn, debt && lastDayOf(debt))
  if (debt) requirePart(debt, { amountCents, paidOn })
  const data = { amountCents, paidOn, reference }
  const record = async ({ id: escrowId }: Loan) => {
    await requireFew(tx, escrowId)
    await insertPayment(tx, { escrowId, kind: 'PARTIAL', claimedBy: 'BORROWER', ...data })
  }
  const step = { action: 'recordPayment', data, record } as const
  const { loan, isRepeated } = await submit(tx, input, locked, step)
  if (isRepeated) requireSame(locked, { amountCents, paidOn })
  return loan
}

/** An open claim blocks a default, so the number of claims per day is limited. */
async function requireFew(tx: Tx, escrowId: string): Promise<void> {
  const since = new Date(tx.now.getTime() - dayMs)
  const made = await countPartialPayments(tx, { escrowId, since })
  if (made >= limits.partsPerDay) throw new AppError('too_many_requests')
}

/** A confirmed payment is not recomputed, so no new one is dated before it. */
function lastDayOf({ payments, valueDate }: LoanDebt): Date {
  const days = [valueDate, ...payments.map(({ paidOn }) => paidOn)].toSorted()
  return new Date(`${days.at(-1)}T00:00:00Z`)
}

function requirePart(
  debt: LoanDebt,
  { amountCents, paidOn }: { amountCents: number; paidOn: string },
): void {
  const { payoffCents } = owedOn(debt, paidOn)
  if (amountCents > payoffCents) throw new AppError('payment_too_large', { field: 'amount' })
  if (amountCents < limits.partialCentsMin && amountCents < payoffCents) {
    throw new AppError('payment_too_small', { field: 'amount' })
  }
}

/** A repeat is fine; another payment is refused. */
function requireSame(
  locked: Pick<LockedLoan, 'facts'>,
  said: { amountCents: number; paidOn: string },
): void {
  const open = openPaymentOf(locked)
  if (open?.amountCents !== said.amountCents || open.paidOn !== said.paidOn) {
    throw new AppError('escrow_wrong_status')
  }
}

/** Where nothing is owed after it, the loan is still for the lender to finalize. */
export async function confirmPartialPayment(tx: Tx, input: ActionInput): Promise<Loan> {
  const locked = await openLoan(tx, input, () => 'confirm_receipt')
  if (!locked.guardFacts.hasOpenPayment) {
    return (await submit(tx, input, locked, { action: 'confirmPayment' })).loan
  }
  requireSeen(input)
  const paid = await confirmOpenPayment(tx, locked)
  const debt = debtOfLoan(locked)
  const data = { ...paid, leftCents: paid && debt && leftAfter(debt, paid, dateOf(tx.now)) }
  return (await submit(tx, input, locked, { action: 'confirmPayment', data })).loan
}

const leftAfter = (debt: LoanDebt, paid: LoanDebt['payments'][number], today: string): number =>
  owedOn({ ...debt, payments: [...debt.payments, paid] }, today).payoffCents

export async function denyPartialPayment(tx: Tx, input: ActionInput): Promise<Loan> {
  const locked = await openLoan(tx, input)
  const record = ({ id }: Loan) => decidePayments(tx, id, 'DENIED')
  return (await submit(tx, input, locked, { action: 'denyPayment', record })).loan
}
