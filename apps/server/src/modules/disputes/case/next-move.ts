/** The next action in a case, seen by one operator. A missed deadline never decides a case. */
import type { CallOutput } from '@pier/protocol/calls/calls'
import { seniorReviewAt } from '@pier/protocol/lifecycles/dispute-case'
import type { Party } from '@pier/protocol/lifecycles/loan'
import { sayDay } from '@pier/protocol/say-time'
import { saidAt, type Case } from './facts.ts'

type Move = CallOutput<'GET /operator/cases/:id'>['move']
type Keys = { canPropose: boolean; canConfirm: boolean }
type Said = Pick<Move, 'whose' | 'title' | 'note'> & Partial<Move>

export function moveOfCase(found: Case, keys: Keys): Move {
  const review = seniorReviewAt(found.dispute.openedAt)
  return {
    by: found.by?.toISOString() ?? null,
    otherwise: `Senior review on ${sayDay(review)}`,
    otherwise_note: 'No side wins by default.',
    ...sayOf(found, keys),
  }
}

const sayOf = (found: Case, keys: Keys): Said => words[found.stage](found, keys)

const words: Record<Case['stage'], (found: Case, keys: Keys) => Said> = {
  statements: (found) =>
    ofParties(missing(found, 'statement'), 'Say what happened', 'Each side can then reply.'),
  replies: (found) =>
    ofParties(missing(found, 'reply'), 'Answer the other side', 'Operators can then rule.'),
  question: ({ questions }) => {
    const asked = questions.flatMap(({ party, answer }) => (answer === null ? [party] : []))
    const note = 'Late answers count until a ruling is proposed.'
    return ofParties([...new Set(asked)], 'Answer a question', note)
  },
  ready: (found, { canPropose }) => ofOperators(canPropose, 'Propose a ruling', heard(found)),
  proposed: (_, { canConfirm }) =>
    ofOperators(canConfirm, 'Confirm or decline the ruling', 'The first approval is given.'),
  announced: () => ({
    ...ofParties(['BORROWER', 'LENDER'], 'Accept or appeal the ruling', 'Both sides can read it.'),
    otherwise: 'The ruling takes effect',
    otherwise_note: 'At the end of the appeal period.',
  }),
  appeal: (_, { canPropose }) => {
    const note = 'By two operators who gave no approval in this case.'
    return ofOperators(canPropose, 'Rule on the appeal', note)
  },
  closed: () => ({
    whose: 'NOBODY',
    title: 'The case is closed',
    note: '',
    otherwise: 'Nothing more happens',
    otherwise_note: 'The case is closed.',
  }),
}

const ofOperators = (isYours: boolean, title: string, note: string): Said => ({
  whose: isYours ? 'YOU' : 'OPERATORS',
  title,
  note,
})

function ofParties(parties: Party[], title: string, note: string): Said {
  const [only] = parties
  return { whose: parties.length === 1 && only ? only : 'BOTH', title, note }
}

const missing = ({ statements }: Case, kind: 'statement' | 'reply'): Party[] =>
  (['BORROWER', 'LENDER'] as const).filter((party) => !saidAt(statements, { party, kind }))

const heard = (found: Case) =>
  missing(found, 'statement').length + missing(found, 'reply').length === 0
    ? 'Both statements and replies are in.'
    : 'The deadline for statements and replies has passed.'

/** Both parties have been heard, or have had the time to speak. */
export function heardCheck(found: Case) {
  const { stage } = found
  const isWaiting = stage === 'statements' || stage === 'replies' || stage === 'question'
  const isComplete = missing(found, 'statement').length + missing(found, 'reply').length === 0
  return {
    words: isComplete
      ? 'Both sides heard within the deadlines'
      : 'Both sides heard, or their deadlines passed',
    is_met: !isWaiting,
    note: isWaiting ? 'A side still has time to answer.' : null,
  }
}
