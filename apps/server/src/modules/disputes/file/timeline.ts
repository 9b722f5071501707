/** The timeline of a case: what is done, what is due now, and what is ahead. */
import type { CallOutput } from '@pier/protocol/calls/calls'
import type { Party } from '@pier/protocol/lifecycles/loan'
import { limits } from '@pier/protocol/limits'
import type { LoanFile } from '../../contracts/contracts.service.ts'
import type { LoanRecord } from '../../loans/loans.service.ts'
import { saidAt, type Case } from '../case/facts.ts'
import { outcomeIn, rulingText } from '../../approvals/approvals.service.ts'

type Wire = CallOutput<'GET /operator/cases/:id'>['timeline'][number]
type Line = { words: string; at: Date | null; state: Wire['state']; note?: string }

const names: Record<Party, string> = { BORROWER: 'borrower', LENDER: 'lender' }
const titles: Record<Party, string> = { BORROWER: 'Borrower', LENDER: 'Lender' }
const parties = ['BORROWER', 'LENDER'] as const

export function timelineOf(found: Case, record: LoanRecord, exhibits: LoanFile[]): Wire[] {
  const lines = [
    ...claimLine(found, record),
    openLine(found),
    ...statementLines(found, exhibits),
    ...found.questions.flatMap(questionLines),
    ...rulingLines(found),
  ]
  return [...inOrder(lines, 'done'), ...inOrder(lines, 'now'), ...inOrder(lines, 'ahead')].map(
    ({ words, at, state, note }) => ({
      words,
      at: at?.toISOString() ?? null,
      state,
      note: note ?? null,
    }),
  )
}

const inOrder = (lines: Line[], state: Line['state']) =>
  lines.filter((line) => line.state === state).toSorted((a, b) => Number(a.at) - Number(b.at))

const done = (words: string, at: Date): Line => ({ words, at, state: 'done' })

/** The claim that preceded the dispute. */
function claimLine({ dispute }: Case, { events }: LoanRecord): Line[] {
  const said: Record<string, string> = {
    'finalize BORROWER': 'Borrower claims repaid',
    'markPaid LENDER': 'Lender claims sent',
    'claimDefault LENDER': 'Lender sends a default notice',
  }
  const claim = events.findLast(
    ({ action, actor, at }) => at <= dispute.openedAt && said[`${action} ${actor}`],
  )
  return claim ? [done(said[`${claim.action} ${claim.actor}`] ?? '', claim.at)] : []
}

function openLine({ dispute: { openedBy, openedAt, fromPhase, reason } }: Case): Line {
  if (openedBy === 'SYSTEM') {
    const why = reason === 'DORMANT' ? 'Nobody acted' : 'No answer in time'
    return done(`${why}, case opens`, openedAt)
  }
  const isContest = fromPhase === 'REPAYMENT_CLAIMED' || fromPhase === 'FUNDING_CLAIMED'
  const verb = isContest ? 'contests' : fromPhase === 'DEFAULT_NOTICED' ? 'objects' : 'escalates'
  return done(`${titles[openedBy]} ${verb}, case opens`, openedAt)
}

function statementLines(found: Case, exhibits: LoanFile[]): Line[] {
  const { statements, stage, by } = found
  const stated = parties.map((party) => saidAt(statements, { party, kind: 'statement' }))
  const times = stated.flatMap((at) => (at ? [at] : []))
  const last = times.toSorted((a, b) => Number(b) - Number(a))[0]
  const lines: Line[] = []
  if (last && times.length === 2) lines.push(done('Both statements in', last))
  else if (last) {
    const party = stated[0] ? 'borrower' : 'lender'
    lines.push(done(`Statement by ${party}`, last))
  }
  for (const { party, kind, at } of statements) {
    if (kind !== 'reply') continue
    const added = exhibits
      .filter(({ addedBy, createdAt }) => addedBy === party && createdAt <= at)
      .filter(({ createdAt }) => !last || createdAt > last)
      .map(({ number }) => number)
    const shown = added.length > 0 ? `, exhibit ${added.join(', ')}` : ''
    lines.push(done(`Reply by ${names[party]}${shown}`, at))
  }
  if (stage === 'statements') lines.push({ words: 'Statements by', at: by, state: 'now' })
  if (stage === 'replies') lines.push({ words: 'Replies by', at: by, state: 'now' })
  return lines
}

function questionLines(question: Case['questions'][number]): Line[] {
  const { party, askedAt, answeredAt, answerBy } = question
  const asked = done(`Question to ${names[party]}`, askedAt)
  const answer: Line = answeredAt
    ? done(`Answer by ${names[party]}`, answeredAt)
    : { words: `Answer by ${names[party]} by`, at: answerBy, state: 'now' }
  return [asked, answer]
}

function rulingLines({ dispute, decisions, stage, by }: Case): Line[] {
  const lines: Line[] = []
  for (const decision of decisions) {
    const { decidedAt, appealedBy, appealedAt, proposedAt, state, takesEffectAt } = decision
    if (decision.kind !== 'rule') continue
    if (state === 'proposed') {
      lines.push(done('Ruling proposed, first approval', proposedAt))
      lines.push({ words: 'Second approval by', at: by, state: 'now' })
    } else if (decidedAt && state !== 'declined' && state !== 'withdrawn') {
      const ruled = done('Ruling announced, two approvals', decidedAt)
      lines.push({ ...ruled, note: rulingText(outcomeIn(decision)) })
    }
    if (state === 'announced') {
      lines.push({ words: 'Appeal until', at: takesEffectAt, state: 'now' })
    }
    if (appealedBy && appealedAt) lines.push(done(`Appeal by ${names[appealedBy]}`, appealedAt))
  }
  if (dispute.closedAt) return [...lines, done('Case closed', dispute.closedAt)]
  if (stage === 'proposed' || stage === 'announced') return lines
  if (stage === 'appeal') return [...lines, { words: 'Second ruling by', at: by, state: 'now' }]
  const isNow = stage === 'ready'
  const ahead = { words: `Appeal, ${limits.appealDays} days`, at: null, state: 'ahead' } as const
  const ruling: Line = isNow
    ? { words: 'Ruling by', at: by, state: 'now' }
    : { words: 'Ruling', at: null, state: 'ahead' }
  return [...lines, ruling, ahead]
}
