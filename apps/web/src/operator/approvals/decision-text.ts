import type { CallOutput } from '@pier/protocol/calls/calls'
import { fullDay } from '../../text/date-text.ts'

export type Decision = CallOutput<'GET /operator/decisions'>['decisions'][number]

const outcomeTitles: Partial<Record<string, string>> = {
  NOT_FUNDED: 'loan never received',
  FUNDED: 'loan received',
  REPAID: 'repaid',
  CURE: 'not repaid, more time to repay',
  DEFAULT: 'default confirmed',
  REFINANCED: 'refinanced',
}

export const decisionStateText: Record<Decision['state'], string> = {
  proposed: 'Waiting for second approval',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  lapsed: 'Lapsed',
  announced: 'Announced',
  appealed: 'Appealed',
  overtaken: 'Superseded',
  done: 'Done',
}

/** What is confirmed: "Confirm seizure", "Confirm or decline the seizure". */
export const confirmText: Record<Decision['kind'], string> = {
  rule: 'ruling',
  seize: 'seizure',
  seizeForPlatform: 'seizure by order',
  liftHold: 'lifting of the hold',
  value: 'value',
  adjust: 'adjustment',
  configure: 'change of configuration',
  staff: 'change of staff',
}

const withoutSecond: readonly Decision['state'][] = ['proposed', 'declined', 'withdrawn', 'lapsed']

/**
 * The operator who confirmed it; null while it is open, and if it was declined, withdrawn or
 * lapsed.
 */
export const secondKeyOf = ({ state, decided_by }: Pick<Decision, 'state' | 'decided_by'>) =>
  withoutSecond.includes(state) ? null : decided_by

/** What was decided in one line: "Ruling: not repaid, more time to repay, until 30 Oct 2026". */
export function decisionTitle({ words, terms }: Pick<Decision, 'words' | 'terms'>): string {
  const { outcome, dueOn, valueDate } = terms
  const isKnown = typeof outcome === 'string' && Object.hasOwn(outcomeTitles, outcome)
  if (!isKnown) return words
  const until = typeof dueOn === 'string' ? `, until ${fullDay(dueOn)}` : ''
  const since = typeof valueDate === 'string' ? `, on ${fullDay(valueDate)}` : ''
  return `${words}: ${outcomeTitles[outcome]}${until}${since}`
}
