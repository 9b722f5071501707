/** The possible outcomes of a ruling, which are available now, and the draft reasons of each. */
import type { CallOutput } from '@pier/protocol/calls/calls'
import type { DisputeReason } from '@pier/protocol/loans/disputes'
import { limits } from '@pier/protocol/limits'
import type { SettingValue } from '@pier/protocol/settings'
import { whyNotNow, type LoanRecord, type RulingOutcome } from '../../loans/loans.service.ts'
import { templateOf } from '../rulings/templates.ts'

type Choice = CallOutput<'GET /operator/cases/:id'>['choices'][number]

const words: Record<RulingOutcome, { title: string; note: string }> = {
  REPAID: {
    title: 'Repaid',
    note: 'The domain returns to the borrower after the appeal period. Final status: Complete.',
  },
  CURE: {
    title: 'Not repaid, more time to repay',
    note: `The loan continues with at least ${limits.curedDaysMin} more days of grace.`,
  },
  DEFAULT: {
    title: 'Default confirmed',
    note: 'The domain goes to the lender and the debt is closed. Final status: Seized.',
  },
  FUNDED: { title: 'Loan received', note: 'The loan runs from the day the money arrived.' },
  NOT_FUNDED: {
    title: 'Loan never received',
    note: 'The domain returns to the borrower after the appeal period. Final status: Cancelled.',
  },
  REFINANCED: {
    title: 'Paid out by another lender',
    note: 'The new loan replaces this one.',
  },
}

/** In the order of examination: funding comes first while it is unsettled. */
export function choicesOf(
  { guardFacts, successorId }: Pick<LoanRecord, 'guardFacts' | 'successorId'>,
  reason: DisputeReason,
  templates: SettingValue<'templates'>,
): Choice[] {
  const isFunded = guardFacts.dueAt !== null
  const repayment = ['REPAID', 'CURE', 'DEFAULT'] as const
  const outcomes: RulingOutcome[] = isFunded
    ? [...repayment, 'NOT_FUNDED']
    : ['FUNDED', 'NOT_FUNDED', ...repayment]
  if (successorId) outcomes.push('REFINANCED')
  return outcomes.map((outcome) => {
    const whyNot = whyNotOf(guardFacts, outcome)
    const { title, note } = words[outcome]
    return {
      outcome,
      title,
      note: whyNot ? `Not available: ${whyNot}` : note,
      is_open: whyNot === null,
      template: textOf(templates, reason, outcome),
    }
  })
}

/** The template set for this reason, else for any reason, else the built-in text. */
function textOf(
  templates: SettingValue<'templates'>,
  reason: DisputeReason,
  outcome: RulingOutcome,
): string {
  const fitting = templates.filter((each) => each.outcome === outcome)
  const set = fitting.find((each) => each.reason === reason) ?? fitting.find((each) => !each.reason)
  return set?.text ?? templateOf(reason, outcome)
}

/** The text of the guard, or a shorter one where the case makes it clear. */
function whyNotOf(guardFacts: LoanRecord['guardFacts'], outcome: RulingOutcome): string | null {
  const whyNot = whyNotNow(guardFacts, 'rule', { outcome })
  if (!whyNot || guardFacts.isHeld) return whyNot
  if (outcome === 'NOT_FUNDED' && guardFacts.dueAt) return 'receipt was confirmed.'
  if (outcome === 'DEFAULT' && guardFacts.dueAt && !guardFacts.objectionUntil)
    return 'no notice was given.'
  return whyNot.charAt(0).toLowerCase() + whyNot.slice(1)
}
