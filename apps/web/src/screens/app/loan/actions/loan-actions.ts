import type { Loan } from '../../../../api/loans/loans.ts'

export type ShownAction = Loan['actions'][number]['action']

/** What the server says about an action; undefined where it does not apply here. */
export const findAction = ({ actions }: Pick<Loan, 'actions'>, action: ShownAction) =>
  actions.find((each) => each.action === action)

export const isOpen = (loan: Pick<Loan, 'actions'>, action: ShownAction): boolean =>
  findAction(loan, action)?.open ?? false

/** The actions that open a dialog on this screen. */
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

/** The loan as it was when the dialog opened: the user agreed to that, not to later changes. */
export type Question = {
  kind: QuestionKind
  loan: Loan
  /** The initial value of the form, where a button says more than the action alone. */
  start?: string
}

export type Ask = (kind: QuestionKind, start?: string) => void

/** The name of a party, as this party sees it. */
export const sayer = ({ role, borrower_name, lender_name }: Loan, by: string): string => {
  if (by === role) return 'You'
  return by === 'BORROWER' ? borrower_name : lender_name
}

export const otherName = ({ role, borrower_name, lender_name }: Loan): string =>
  role === 'BORROWER' ? lender_name : borrower_name

/** The server's date of this reading; before the loan runs, this device's date. */
export const todayOf = ({ payoff }: Pick<Loan, 'payoff'>, now: string): string =>
  payoff?.today.date ?? now.slice(0, 10)
