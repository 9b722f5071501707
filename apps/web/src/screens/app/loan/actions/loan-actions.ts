import type { Loan } from '../../../../api/loans/loans.ts'

export type ShownAction = Loan['actions'][number]['action']

/** What the server says of an action; nothing where it does not belong here at all. */
export const findAction = ({ actions }: Pick<Loan, 'actions'>, action: ShownAction) =>
  actions.find((each) => each.action === action)

export const isOpen = (loan: Pick<Loan, 'actions'>, action: ShownAction): boolean =>
  findAction(loan, action)?.open ?? false

/** What is asked in the one dialog of this screen. */
export type QuestionKind =
  | 'cancel'
  | 'markPaid'
  | 'confirmReceipt'
  | 'withdrawClaim'
  | 'finalize'
  | 'tender'
  | 'escalate'
  | 'recordPayment'
  | 'confirmPayment'
  | 'denyPayment'
  | 'proposeExtension'
  | 'extend'
  | 'declineExtension'
  | 'proposeSettlement'
  | 'settle'
  | 'declineSettlement'
  | 'seekRefinance'
  | 'askToSell'
  | 'refinance'
  | 'confirmRest'
  | 'advance'

/** The loan as it was read when the dialog opened: what changes meanwhile is not what was agreed to. */
export type Question = {
  kind: QuestionKind
  loan: Loan
  /** What the form starts with, where a button says more than the action alone. */
  start?: string
}

export type Ask = (kind: QuestionKind, start?: string) => void

/** Who said or brought something, seen by this side. */
export const sayer = ({ role, borrower_name, lender_name }: Loan, by: string): string => {
  if (by === role) return 'You'
  return by === 'BORROWER' ? borrower_name : lender_name
}

export const otherName = ({ role, borrower_name, lender_name }: Loan): string =>
  role === 'BORROWER' ? lender_name : borrower_name

/** When this was read by the server, as a date; before the loan runs, by this device. */
export const todayOf = ({ payoff }: Pick<Loan, 'payoff'>, now: string): string =>
  payoff?.today.date ?? now.slice(0, 10)
