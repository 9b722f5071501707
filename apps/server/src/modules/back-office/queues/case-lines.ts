/** The queue of disputes: the stage of each is computed from its dates, as on its own page. */
import { disputeReasons } from '@pier/protocol/loans/disputes'
import { caseStageOf, seniorReviewAt, type CaseFacts } from '@pier/protocol/lifecycles/dispute-case'
import type { Party } from '@pier/protocol/lifecycles/loan'
import { invariant } from '../../../platform/app-error.ts'
import type { OpenCase } from './case-lines.repository.ts'
import type { QueueFilter, QueueLine } from './queues.repository.ts'

const firstAnswerMs = 24 * 3_600_000

export function lineOfCase(found: OpenCase, now: Date): QueueLine {
  const { id, number, reason, code, domain, amountCents, openedAt, assignee } = found
  return {
    id,
    title: domain,
    detail: `Case ${number}, ${code}: ${disputeReasons[reason].words}`,
    ...guardFactsOf(found, now),
    since: openedAt,
    atRiskCents: amountCents,
    link: `/operator/cases/${id}`,
    assignee,
  }
}

function guardFactsOf(found: OpenCase, now: Date): { state: string; deadlineAt: Date | null } {
  const facts = factsOf(found, now)
  const { stage, by } = caseStageOf(facts)
  if (stage === 'appeal') return { state: 'Appeal', deadlineAt: by }
  if (stage === 'announced') return { state: 'Announced', deadlineAt: by }
  if (stage === 'proposed') return { state: 'Proposed', deadlineAt: by }
  const senior = seniorReviewAt(found.openedAt)
  if (senior <= now) return { state: 'Senior review', deadlineAt: senior }
  if (stage === 'ready') return { state: 'Ready to rule', deadlineAt: by }
  if (stage === 'statements' && !found.assignee) {
    return { state: 'New', deadlineAt: new Date(found.openedAt.getTime() + firstAnswerMs) }
  }
  return { state: waitingFor(found, stage), deadlineAt: by }
}

function waitingFor(found: OpenCase, stage: string): string {
  const silent: Record<Party, boolean> = {
    BORROWER: isSilent(found, stage, 'BORROWER'),
    LENDER: isSilent(found, stage, 'LENDER'),
  }
  if (silent.BORROWER === silent.LENDER) return 'Waiting for both'
  return silent.BORROWER ? 'Waiting for borrower' : 'Waiting for lender'
}

function isSilent(found: OpenCase, stage: string, party: Party): boolean {
  if (stage === 'question') return found.questions.some((question) => question.party === party)
  const isBorrower = party === 'BORROWER'
  if (stage === 'statements') {
    return (isBorrower ? found.borrowerStatedAt : found.lenderStatedAt) === null
  }
  return (isBorrower ? found.borrowerRepliedAt : found.lenderRepliedAt) === null
}

function factsOf(found: OpenCase, now: Date): CaseFacts {
  const { ruling, rulingAt, effectAt } = found
  invariant(!ruling || rulingAt, 'a ruling has its time')
  return {
    now,
    openedAt: found.openedAt,
    closedAt: null,
    statedAt: { BORROWER: found.borrowerStatedAt, LENDER: found.lenderStatedAt },
    repliedAt: { BORROWER: found.borrowerRepliedAt, LENDER: found.lenderRepliedAt },
    answersBy: found.questions.map(({ answerBy }) => new Date(answerBy)),
    ruling: ruling && rulingAt ? { state: ruling, at: rulingAt, effectAt } : null,
  }
}

/** Filters and sorts as the other queues do in SQL. */
export function sortLines(lines: readonly QueueLine[], filter: QueueFilter): QueueLine[] {
  const { state, operatorId, search } = filter
  const words = search?.toLowerCase()
  const time = (date: Date | null) => date?.getTime() ?? Number.POSITIVE_INFINITY
  return lines
    .filter((line) => !state || line.state === state)
    .filter((line) => !operatorId || line.assignee?.id === operatorId)
    .filter(
      ({ title, detail, id }) => !words || `${title} ${detail} ${id}`.toLowerCase().includes(words),
    )
    .toSorted(
      (one, other) =>
        time(one.deadlineAt) - time(other.deadlineAt) ||
        one.since.getTime() - other.since.getTime() ||
        one.id.localeCompare(other.id),
    )
}
