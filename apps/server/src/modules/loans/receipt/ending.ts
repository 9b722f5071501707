/** How a loan came to its end, by its last step. */
import type { LoanEnding } from '@pier/protocol/loans/loan-endings'
import type { Loan } from '../facts/loans.repository.ts'
import type { EventRow } from '../facts/events.repository.ts'

export type StepEvent = Pick<
  EventRow,
  'action' | 'actor' | 'outcome' | 'at' | 'data' | 'fromStatus' | 'toPhase' | 'version'
>

/** The transition that ended the loan; other events may follow it. */
export const lastStepOf = (events: readonly StepEvent[]): StepEvent | undefined =>
  events.findLast(({ version, toPhase }) => version !== null && toPhase === 'ENDED')

export function endingOf(
  { status, endReason }: Pick<Loan, 'status' | 'endReason'>,
  last: Pick<StepEvent, 'action' | 'actor'> | undefined,
): LoanEnding {
  const how = last?.action === 'rule' ? 'RULED' : last?.action === 'settle' ? 'SETTLED' : null
  switch (status) {
    case 'FINALIZED_RETURN_TO_BORROWER':
      if (endReason === 'refinanced') {
        return last?.actor === 'TWO_OPERATORS' ? 'REFINANCED_RULED' : 'REFINANCED'
      }
      return how ? `REPAID_${how}` : 'REPAID'
    case 'FINALIZED_LENDER_SEIZURE':
      if (endReason === 'surrendered') return 'SURRENDERED'
      return how ? `SEIZED_${how}` : 'SEIZED'
    case 'FINALIZED_PLATFORM_SEZIURE':
      return 'TAKEN'
    default:
      if (endReason === 'lapsed') return 'LAPSED'
      if (endReason === 'overtaken') return 'OVERTAKEN'
      return how ? `UNFUNDED_${how}` : cancelledBy(last?.actor)
  }
}

function cancelledBy(actor: string | undefined): LoanEnding {
  if (actor === 'BORROWER') return 'CANCELLED_BY_BORROWER'
  return actor === 'LENDER' ? 'CANCELLED_BY_LENDER' : 'CANCELLED_BY_OPERATOR'
}

/** In which way the debt ended: with money, with the domain, without either, or there was none. */
export function settlementOf(ending: LoanEnding): 'MONEY' | 'DOMAIN' | 'NOTHING' | 'NO_DEBT' {
  if (ending.startsWith('REPAID') || ending.startsWith('REFINANCED')) return 'MONEY'
  if (ending.startsWith('SEIZED') || ending === 'SURRENDERED') return 'DOMAIN'
  return ending === 'TAKEN' ? 'NOTHING' : 'NO_DEBT'
}
