import type { Outcome } from '@pier/protocol/lifecycles/loan-vocabulary'

/** Short texts of the possible rulings. */
export const rulingText: Record<Outcome | 'REFINANCED', string> = {
  REPAID: 'Repaid',
  CURE: 'Not repaid, cure time',
  DEFAULT: 'Default stands',
  FUNDED: 'Funding happened',
  NOT_FUNDED: 'Funding never happened',
  REFINANCED: 'Paid out by another lender',
}
