/** What came of a payment, written down as the parts that were an advance, interest and the loan. */
import { allocate, type Split } from '@pier/protocol/loans/repayment'
import { invariant } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Loan } from '../facts/loan.ts'
import { debtOfLoan } from '../facts/loan-view.ts'
import { decidePayments, type EscrowPayment } from '../facts/payments.repository.ts'

/** At most one waits. */
export const openPaymentOf = ({ facts }: Pick<Loan, 'facts'>): EscrowPayment | undefined =>
  facts.payments.find(({ status }) => status === 'CLAIMED')

/** Whatever waits is confirmed; nothing where nothing does. */
export async function confirmOpenPayment(
  tx: Tx,
  loan: Pick<Loan, 'escrow' | 'facts'>,
): Promise<(Split & { amountCents: number; paidOn: string }) | null> {
  const { escrow } = loan
  const open = openPaymentOf(loan)
  if (open?.kind !== 'PARTIAL') {
    await decidePayments(tx, escrow.id, 'CONFIRMED')
    return null
  }
  const debt = debtOfLoan(loan)
  const { amountCents, paidOn } = open
  invariant(debt && amountCents !== null, 'a part is paid of a loan that runs')
  const split = allocate(debt, { paidOn, amountCents })
  invariant(split, 'a part is never more than was owed')
  await decidePayments(tx, escrow.id, 'CONFIRMED', split)
  return { ...split, amountCents, paidOn }
}
