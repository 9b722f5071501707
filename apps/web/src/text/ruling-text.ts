import type { Outcome } from '@pier/protocol/lifecycles/loan-vocabulary'

/** Short texts of the possible rulings. */
export const rulingText: Record<Outcome | 'REFINANCED', string> = {
  REPAID: 'Repaid',
  CURE: 'Not repaid, more time to repay',
  DEFAULT: 'Default confirmed',
  FUNDED: 'Loan received',
  NOT_FUNDED: 'Loan never received',
  REFINANCED: 'Refinanced',
}
