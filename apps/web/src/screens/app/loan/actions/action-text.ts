import { limits } from '@pier/protocol/limits'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { railOf } from '@pier/protocol/rails'
import { countOf } from '@pier/protocol/text'
import type { Loan } from '../../../../api/loans/loans.ts'
import { otherName } from './loan-actions.ts'

/** The four buttons of every loan, with the same labels everywhere. */
export const buttonLabels = {
  finalize: 'Finalize',
  escalate: 'Escalate',
  markPaid: 'Mark Paid',
  cancel: 'Cancel',
} as const

export type LoanButton = keyof typeof buttonLabels

const answerText = (contract: number) =>
  railOf(contract) === 'crypto'
    ? `${limits.answerHoursCrypto} hours`
    : `${limits.answerDaysBank} days`

/** What a button does for this party, shown beside it. */
export function textOf(button: LoanButton, loan: Loan): string {
  return loan.role === 'BORROWER' ? borrowers[button](loan) : lenders[button](loan)
}

type Say = (loan: Loan) => string

const freeze: Say = () =>
  'Freezes the loan and asks an operator to review it. Nothing is decided by this alone.'

const borrowers: Record<LoanButton, Say> = {
  finalize: ({ contract }) =>
    `States that you repaid. The default clock stops, and the lender has ${answerText(contract)} to confirm.`,
  escalate: freeze,
  markPaid: ({ amount }) =>
    `Confirms that you received ${formatMoney(centsOf(amount))}. The loan runs from the day it arrived.`,
  cancel: () => 'Possible until the lender opens your payment details. Takes effect at once.',
}

const lenders: Record<LoanButton, Say> = {
  finalize: ({ phase }) =>
    phase === 'OVERDUE'
      ? 'Confirms repayment, which releases the domain at once, or reports a default.'
      : 'Confirms repayment. Releases the domain at once and cannot be undone.',
  escalate: freeze,
  markPaid: (loan) =>
    `States that you sent the loan. ${otherName(loan)} has ${answerText(loan.contract)} to confirm, and ` +
    'the loan starts then.',
  cancel: ({ status }) =>
    status === 'DOMAIN_IN_CUSTODY'
      ? 'Possible until you have paid. Takes effect at once.'
      : 'Takes effect at once. Nobody owes anything.',
}

/** What Cancel brings about, shown in its dialog. */
export function cancelText(loan: Loan): string {
  const isTheirs = loan.role === 'BORROWER'
  const listing = isTheirs
    ? 'Your listing reopens, and backup offers become active again.'
    : 'The listing reopens, and other offers become active again.'
  if (loan.status !== 'DOMAIN_IN_CUSTODY') return `The loan is cancelled. ${listing}`
  return isTheirs
    ? `The loan is cancelled. The domain is free again and stays in our custody. ${listing}`
    : `The loan is cancelled, and the domain goes back to ${otherName(loan)}. ` +
        'If you have sent any money, do not cancel. Mark it paid instead.'
}

/** What a lender confirms before paying for a domain whose registration ends too early. */
export function waiverText({ runway_short_days: days }: Loan): string {
  const early = countOf(days ?? 0, 'day')
  return `The registration ends ${early} too early to cover this loan to its end. I pay anyway.`
}
