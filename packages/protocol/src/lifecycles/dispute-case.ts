/**
 * The stage of a case, derived from its dates: first each party states what happened, then each
 * replies to the other, then operators rule. No deadline awards anything: when one passes, the case
 * moves on to the next person, and finally to a senior one.
 */
import { dayMs, hourMs } from '../time.ts'
import { limits } from '../limits.ts'
import type { Outcome, Party } from './loan-vocabulary.ts'

export const caseStages = [
  'statements',
  'replies',
  'question',
  'ready',
  'proposed',
  'announced',
  'appeal',
  'closed',
] as const
export type CaseStage = (typeof caseStages)[number]

export type CaseFacts = {
  now: Date
  openedAt: Date
  closedAt: Date | null
  statedAt: Record<Party, Date | null>
  repliedAt: Record<Party, Date | null>
  /** Deadlines of the questions that are still open. */
  answersBy: readonly Date[]
  ruling: { state: 'proposed' | 'announced' | 'appealed'; at: Date; effectAt: Date | null } | null
}

const after = (date: Date, ms: number) => new Date(date.getTime() + ms)
const last = (...dates: (Date | null)[]): Date | null =>
  dates.every((date) => date !== null)
    ? (dates.toSorted((a, b) => Number(a) - Number(b)).at(-1) ?? null)
    : null

/** The stage, and its deadline. */
export function caseStageOf(facts: CaseFacts): { stage: CaseStage; by: Date | null } {
  const { closedAt, ruling } = facts
  if (closedAt) return { stage: 'closed', by: null }
  if (ruling?.state === 'appealed') {
    return { stage: 'appeal', by: after(ruling.at, limits.rulingDays * dayMs) }
  }
  if (ruling?.state === 'announced') return { stage: 'announced', by: ruling.effectAt }
  const { stage, by } = stageBeforeRuling(facts)
  if (!ruling) return { stage, by }
  const lapsesAt = after(ruling.at, limits.proposalHours * hourMs)
  // Proposing a ruling does not postpone the deadline for it.
  return { stage: 'proposed', by: stage === 'ready' && by < lapsesAt ? by : lapsesAt }
}

function stageBeforeRuling(facts: CaseFacts): { stage: CaseStage; by: Date } {
  const { now, openedAt, statedAt, repliedAt, answersBy } = facts
  const statedBy = last(statedAt.BORROWER, statedAt.LENDER)
  const statementsBy = after(openedAt, limits.statementHours * hourMs)
  if (!statedBy && now < statementsBy) return { stage: 'statements', by: statementsBy }
  const statedOn = statedBy ?? statementsBy
  const repliedBy = last(repliedAt.BORROWER, repliedAt.LENDER)
  const repliesBy = after(statedOn, limits.replyHours * hourMs)
  if (!repliedBy && now < repliesBy) return { stage: 'replies', by: repliesBy }
  const readyOn = repliedBy ?? repliesBy
  const waits = answersBy.filter((date) => date > now).toSorted((a, b) => Number(b) - Number(a))
  if (waits[0]) return { stage: 'question', by: waits[0] }
  const asked = answersBy.toSorted((a, b) => Number(b) - Number(a))[0]
  return {
    stage: 'ready',
    by: after(asked && asked > readyOn ? asked : readyOn, limits.rulingDays * dayMs),
  }
}

/** The parties a ruling goes against. If they accept it, it takes effect at once. */
export const losersOf: Record<Outcome, readonly Party[]> = {
  NOT_FUNDED: ['LENDER'],
  FUNDED: ['BORROWER'],
  REPAID: ['LENDER'],
  CURE: ['BORROWER', 'LENDER'],
  DEFAULT: ['BORROWER'],
}

export const seniorReviewAt = (openedAt: Date): Date =>
  after(openedAt, limits.seniorReviewDays * dayMs)
