/** Confirms a payment and records how it splits into advances, interest and principal. */
import { allocate, type Split } from '@pier/protocol/loans/repayment'
import { invariant } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { LockedLoan } from '../facts/loan.ts'
import { debtOfLoan } from '../facts/loan-view.ts'
import { decidePayments, type LoanPayment } from '../facts/payments.repository.ts'

/** At most one waits. */
export const openPaymentOf = ({ facts }: Pick<LockedLoan, 'facts'>): LoanPayment | undefined =>
  facts.payments.find(({ status }) => status === 'CLAIMED')

/** Confirms the open payment; null unless it is partial. */
export async function confirmOpenPayment(
  tx: Tx,
  locked: Pick<LockedLoan, 'loan' | 'facts'>,
): Promise<(Split & { amountCents: number; paidOn: string }) | null> {
  const { loan } = locked
  const open = openPaymentOf(locked)
  if (open?.kind !== 'PARTIAL') {
    await decidePayments(tx, loan.id, 'CONFIRMED')
    return null
  }
  const debt = debtOfLoan(locked)
  const { amountCents, paidOn } = open
  invariant(debt && amountCents !== null, 'a part is paid of a loan that runs')
  const split = allocate(debt, { paidOn, amountCents })
  invariant(split, 'a part is never more than was owed')
  await decidePayments(tx, loan.id, 'CONFIRMED', split)
  return { ...split, amountCents, paidOn }
}
