/**
 * Draft reasons for each kind of case, so that equal cases are decided equally. Whoever proposes
 * fills in the square brackets. The setting `templates` overrides these texts.
 */
import type { DisputeReason } from '@pier/protocol/loans/disputes'
import type { RulingOutcome } from '../../loans/loans.service.ts'

/** The burden of proof: first the payer proves payment, then the payee that nothing came. */
const questions: Record<DisputeReason, string> = {
  FUNDING_NOT_RECEIVED:
    'The borrower says that the loan money did not arrive. The lender has to show that it was sent. The borrower then has to show by an account statement that it did not arrive.',
  FUNDING_NOT_CONFIRMED:
    'The lender marked the loan paid, and the borrower did not answer in time. Silence is not a confirmation. The lender has to show that the money was sent.',
  FUNDING_SHORT:
    'The borrower says that less arrived than was agreed. What reached the account counts, not what was sent.',
  FUNDING_REVERSED:
    'The borrower says that the loan payment was reversed. A payment that can be reversed does not count as paid.',
  REPAYMENT_NOT_CONFIRMED:
    'The borrower says that the loan is repaid, and the lender did not confirm it. The borrower has to show the payment. The lender then has to show by an account statement that nothing arrived.',
  REPAYMENT_NOT_RECEIVED:
    'The borrower says that the loan is repaid, and the lender says that nothing arrived. The borrower has to show the payment. The lender then has to show by an account statement for these days that it did not arrive.',
  REPAYMENT_REVERSED:
    'The lender says that the repayment was reversed. A payment that can be reversed does not count as paid.',
  OBJECTION_TO_DEFAULT:
    'The borrower objects to the default notice. It is valid if the loan was due, grace had ended, the notice was delivered and nothing was paid.',
  COLLATERAL_ABUSE:
    'The lender says that the domain is being misused. Misuse alone is no default. The loan continues as agreed unless it is not repaid.',
  TERMS:
    'Both sides read the terms differently. The signed agreement and its annexes count, as they are written.',
  FRAUD:
    'One side says that the other commits fraud. An exhibit that proves false counts against the side that uploaded it.',
  DORMANT:
    'Nobody acted on this loan for a long time. Silence proves nothing. The evidence counts.',
  OTHER: 'We read the statements of both sides and every exhibit.',
}

const findings: Record<RulingOutcome, string> = {
  REPAID:
    'Exhibit [number] shows a payment of [amount] on [date] to the account shown in the loan, with the right reference. It covers all that was owed that day. Exhibit [number] does not disprove it. The loan is repaid, and the domain goes back to the borrower.',
  CURE: 'No exhibit shows that all that was owed reached the account shown in the loan. Exhibit [number] shows [what it shows]. The loan continues, and the borrower has until [date] to repay.',
  DEFAULT:
    'The loan was due on [date] and grace ended on [date]. The notice was delivered and its period has ended. No exhibit shows a payment. The default is confirmed. The domain goes to the lender, and the whole debt is closed.',
  NOT_FUNDED:
    'No exhibit shows that [amount] reached the account shown in the loan. Exhibit [number] shows [what it shows]. The loan money never arrived, and the loan is cancelled.',
  FUNDED:
    'Exhibit [number] shows that [amount] reached the account shown in the loan on [date], with the right reference. The loan was funded and runs from that day.',
  REFINANCED:
    'Exhibit [number] shows that the first lender was paid out with [amount] on [date], the full agreed payoff. The new lender takes over.',
}

export const templateOf = (reason: DisputeReason, outcome: RulingOutcome): string =>
  `${questions[reason]}\n\n${findings[outcome]}`
