import type { Outcome } from '../lifecycles/loan-vocabulary.ts'

/** Why a loan was escalated: code and text. */
export const disputeReasons = {
  FUNDING_NOT_RECEIVED: { code: 'FUNDING_NOT_RECEIVED', words: 'The loan money did not come' },
  FUNDING_NOT_CONFIRMED: {
    code: 'FUNDING_NOT_CONFIRMED',
    words: 'Receipt was not confirmed in time',
  },
  FUNDING_SHORT: { code: 'FUNDING_SHORT', words: 'Less came than was agreed' },
  FUNDING_REVERSED: { code: 'FUNDING_REVERSED', words: 'The loan money was called back' },
  REPAYMENT_NOT_CONFIRMED: {
    code: 'REPAYMENT_NOT_CONFIRMED',
    words: 'Repayment was not confirmed',
  },
  REPAYMENT_NOT_RECEIVED: { code: 'REPAYMENT_NOT_RECEIVED', words: 'The repayment did not come' },
  REPAYMENT_REVERSED: { code: 'REPAYMENT_REVERSED', words: 'The repayment was called back' },
  OBJECTION_TO_DEFAULT: { code: 'OBJECTION_TO_DEFAULT', words: 'The notice is not right' },
  COLLATERAL_ABUSE: { code: 'COLLATERAL_ABUSE', words: 'The domain is being misused' },
  TERMS: { code: 'TERMS', words: 'We read the terms differently' },
  FRAUD: { code: 'FRAUD', words: 'I am being deceived' },
  DORMANT: { code: 'DORMANT', words: 'Nobody acted for a long time' },
  OTHER: { code: 'OTHER', words: 'Something else' },
} as const

export type DisputeReason = keyof typeof disputeReasons

/** The reasons that a person can choose. */
export const choosableReasons = (Object.keys(disputeReasons) as DisputeReason[]).filter(
  (reason) => reason !== 'DORMANT' && reason !== 'FUNDING_NOT_CONFIRMED',
)

/** How a dispute can end, within a sentence. */
export const outcomeText: Record<Outcome, string> = {
  NOT_FUNDED: 'the loan money never came, and the loan is cancelled',
  FUNDED: 'the loan money came, and the loan runs',
  REPAID: 'the loan is repaid, and the domain goes back to the borrower',
  CURE: 'the loan goes on, with more time to repay',
  DEFAULT: 'the default stands, and the domain goes to the lender',
}
