import { limits } from '@pier/protocol/limits'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { railOf } from '@pier/protocol/rails'
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

const freeze: Say = () => 'Freeze the loan and call an operator. Decides nothing by itself.'

const borrowers: Record<LoanButton, Say> = {
  finalize: ({ contract }) =>
    `Say you have repaid. Stops the clock; the lender has ${answerText(contract)} to confirm.`,
  escalate: freeze,
  markPaid: ({ amount }) =>
    `Say you received ${formatMoney(centsOf(amount))}. The loan runs from the day it came.`,
  cancel: () => 'At once, while nobody has opened your payment details.',
}

const lenders: Record<LoanButton, Say> = {
  finalize: ({ phase }) =>
    phase === 'OVERDUE'
      ? 'Say you were repaid, which frees the domain at once; or that you were not.'
      : 'Say you were repaid. Frees the domain at once and cannot be undone.',
  escalate: freeze,
  markPaid: (loan) =>
    `Say you sent it. ${otherName(loan)} has ${answerText(loan.contract)} to confirm, and ` +
    'the clock starts with that.',
  cancel: ({ status }) =>
    status === 'DOMAIN_IN_CUSTODY' ? 'At once, while you have not paid.' : 'At once. Nobody owes.',
}

/** What Cancel brings about, shown in its dialog. */
export function cancelText(loan: Loan): string {
  const isTheirs = loan.role === 'BORROWER'
  const listing = isTheirs
    ? 'Your listing returns, and backup offers open again.'
    : 'The listing returns, and other offers open again.'
  if (loan.status !== 'DOMAIN_IN_CUSTODY') return `The loan ends here. ${listing}`
  return isTheirs
    ? `The loan ends here and the domain is free again, in our custody. ${listing}`
    : `The loan ends here and the domain is free again for ${otherName(loan)}. ` +
        'If you have sent any money, do not cancel: mark it paid.'
}

/** What a lender confirms before paying for a domain whose registration ends too early. */
export function waiverText({ runway_short_days: days }: Loan): string {
  const early = days === 1 ? '1 day' : `${days} days`
  return `The registration ends ${early} too early to cover this loan to its end. I pay all the same.`
}
