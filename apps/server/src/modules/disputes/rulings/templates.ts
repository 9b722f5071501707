/**
 * Draft reasons for each kind of case, so that equal cases are decided equally. Whoever proposes
 * fills in the square brackets. The setting `templates` overrides these texts.
 */
import type { DisputeReason } from '@pier/protocol/loans/disputes'
import type { RulingOutcome } from '../../loans/loans.service.ts'

/** The burden of proof: first the payer proves payment, then the payee that nothing came. */
const questions: Record<DisputeReason, string> = {
  FUNDING_NOT_RECEIVED:
    'The borrower says that the loan money did not come. It is for the lender to show that it was sent, and then for the borrower to show by a statement of account that it did not arrive.',
  FUNDING_NOT_CONFIRMED:
    'The lender marked the loan paid, and the borrower did not answer in time. Silence is not a confirmation: it is for the lender to show that the money was sent.',
  FUNDING_SHORT:
    'The borrower says that less came than was agreed. What arrived on the account counts, not what was sent.',
  FUNDING_REVERSED:
    'The borrower says that the loan money was called back. Money that can be called back was not paid.',
  REPAYMENT_NOT_CONFIRMED:
    'The borrower says that the loan is repaid, and the lender did not confirm it. It is for the borrower to show payment, and then for the lender to show by a statement of account that nothing came.',
  REPAYMENT_NOT_RECEIVED:
    'The borrower says that the loan is repaid, and the lender that nothing came. It is for the borrower to show payment, and then for the lender to show by a statement of account for these days that it did not arrive.',
  REPAYMENT_REVERSED:
    'The lender says that the repayment was called back. Money that can be called back was not paid.',
  OBJECTION_TO_DEFAULT:
    'The borrower objects to the default notice. It stands if the loan was due, the days of grace were over, the notice was delivered and nothing was paid.',
  COLLATERAL_ABUSE:
    'The lender says that the domain is being misused. That is no default: the loan goes on as agreed unless it is not repaid.',
  TERMS:
    'Both sides read the terms differently. The signed agreement and its annexes count, as they are written.',
  FRAUD:
    'One side says that the other deceives. What was uploaded and proves false decides against whoever uploaded it.',
  DORMANT:
    'Nobody acted on this loan for a long time. Silence awards nothing: what is shown counts.',
  OTHER: 'We looked at what both sides said and at every exhibit.',
}

const findings: Record<RulingOutcome, string> = {
  REPAID:
    'Exhibit [number] shows a payment of [amount] on [date] to the account that was shown in the loan, with the right reference, and it is all that was owed that day. Exhibit [number] does not disprove it. The loan is repaid, and the domain goes back to the borrower.',
  CURE: 'No exhibit shows that all that was owed reached the account that was shown in the loan. Exhibit [number] shows [what it shows]. The loan goes on, and the borrower has until [date] to repay.',
  DEFAULT:
    'The loan was due on [date], the days of grace ended on [date], and the notice was delivered and its time is over. No exhibit shows a payment. The default stands: the domain goes to the lender, and the whole debt is closed.',
  NOT_FUNDED:
    'No exhibit shows that [amount] reached the account that was shown in the loan. Exhibit [number] shows [what it shows]. The loan money never came, and the loan is cancelled.',
  FUNDED:
    'Exhibit [number] shows that [amount] reached the account that was shown in the loan on [date], with the right reference. The loan money came, and the loan runs from that day.',
  REFINANCED:
    'Exhibit [number] shows that the first lender was paid out with [amount] on [date], which is all that was fixed. The other lender takes over.',
}

export const templateOf = (reason: DisputeReason, outcome: RulingOutcome): string =>
  `${questions[reason]}\n\n${findings[outcome]}`
