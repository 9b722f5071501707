import type { Outcome } from '../lifecycles/loan-vocabulary.ts'

/** Why a loan was escalated: code and text. */
export const disputeReasons = {
  FUNDING_NOT_RECEIVED: { code: 'FUNDING_NOT_RECEIVED', words: 'Loan not received' },
  FUNDING_NOT_CONFIRMED: {
    code: 'FUNDING_NOT_CONFIRMED',
    words: 'Receipt was not confirmed in time',
  },
  FUNDING_SHORT: { code: 'FUNDING_SHORT', words: 'Less received than agreed' },
  FUNDING_REVERSED: { code: 'FUNDING_REVERSED', words: 'Loan payment reversed' },
  REPAYMENT_NOT_CONFIRMED: {
    code: 'REPAYMENT_NOT_CONFIRMED',
    words: 'Repayment was not confirmed',
  },
  REPAYMENT_NOT_RECEIVED: { code: 'REPAYMENT_NOT_RECEIVED', words: 'Repayment not received' },
  REPAYMENT_REVERSED: { code: 'REPAYMENT_REVERSED', words: 'Repayment reversed' },
  OBJECTION_TO_DEFAULT: { code: 'OBJECTION_TO_DEFAULT', words: 'The default notice is wrong' },
  COLLATERAL_ABUSE: { code: 'COLLATERAL_ABUSE', words: 'The domain is being abused' },
  TERMS: { code: 'TERMS', words: 'Disagreement about the terms' },
  FRAUD: { code: 'FRAUD', words: 'I am being deceived' },
  DORMANT: { code: 'DORMANT', words: 'No action for a long time' },
  OTHER: { code: 'OTHER', words: 'Something else' },
} as const

export type DisputeReason = keyof typeof disputeReasons

/** The reasons that a person can choose. */
export const choosableReasons = (Object.keys(disputeReasons) as DisputeReason[]).filter(
  (reason) => reason !== 'DORMANT' && reason !== 'FUNDING_NOT_CONFIRMED',
)

/** How a dispute can end, within a sentence. */
export const outcomeText: Record<Outcome, string> = {
  NOT_FUNDED: 'the loan was never received and is cancelled',
  FUNDED: 'the loan was received and is running',
  REPAID: 'the loan is repaid, and the domain goes back to the borrower',
  CURE: 'the loan continues, with more time to repay',
  DEFAULT: 'the default stands, and the domain goes to the lender',
}
