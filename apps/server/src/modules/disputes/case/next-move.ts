/** The next action in a case, seen by one operator. A missed deadline never decides a case. */
import type { CallOutput } from '@pier/protocol/calls/calls'
import { seniorReviewAt } from '@pier/protocol/lifecycles/dispute-case'
import type { Party } from '@pier/protocol/lifecycles/loan'
import { saidAt, type Case } from './facts.ts'

type Move = CallOutput<'GET /operator/cases/:id'>['move']
type Keys = { canPropose: boolean; canConfirm: boolean }
type Said = Pick<Move, 'whose' | 'title' | 'note'> & Partial<Move>

const monthNames =
  'January February March April May June July August September October November December'.split(' ')

export function moveOfCase(found: Case, keys: Keys): Move {
  const review = seniorReviewAt(found.dispute.openedAt)
  const on = `${review.getUTCDate()} ${monthNames[review.getUTCMonth()]}`
  return {
    by: found.by?.toISOString() ?? null,
    otherwise: `Senior review on ${on}`,
    otherwise_note: 'Never an automatic award.',
    ...sayOf(found, keys),
  }
}

const sayOf = (found: Case, keys: Keys): Said => words[found.stage](found, keys)

const words: Record<Case['stage'], (found: Case, keys: Keys) => Said> = {
  statements: (found) =>
    ofParties(missing(found, 'statement'), 'Say what happened', 'Then each can reply.'),
  replies: (found) =>
    ofParties(missing(found, 'reply'), 'Answer the other side', 'Then it is ready to rule.'),
  question: ({ questions }) => {
    const asked = questions.flatMap(({ party, answer }) => (answer === null ? [party] : []))
    const note = 'Late answers count until a ruling.'
    return ofParties([...new Set(asked)], 'Answer a question', note)
  },
  ready: (found, { canPropose }) => ofOperators(canPropose, 'Propose a ruling', heard(found)),
  proposed: (_, { canConfirm }) =>
    ofOperators(canConfirm, 'Confirm or decline the ruling', 'Key 1 is turned.'),
  announced: () => ({
    ...ofParties(['BORROWER', 'LENDER'], 'Accept or appeal the ruling', 'Both can read it.'),
    otherwise: 'The ruling takes effect',
    otherwise_note: 'When the time to appeal is over.',
  }),
  appeal: (_, { canPropose }) => {
    const note = 'By two who held no key of this case.'
    return ofOperators(canPropose, 'Rule on the appeal', note)
  },
  closed: () => ({
    whose: 'NOBODY',
    title: 'The case is closed',
    note: '',
    otherwise: 'Nothing',
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
    : 'The time for statements and replies is over.'

/** Both parties have been heard, or have had the time to speak. */
export function heardCheck(found: Case) {
  const { stage } = found
  const isWaiting = stage === 'statements' || stage === 'replies' || stage === 'question'
  const isComplete = missing(found, 'statement').length + missing(found, 'reply').length === 0
  return {
    words: isComplete
      ? 'Both parties heard, deadlines kept'
      : 'Both parties heard, or their time over',
    is_met: !isWaiting,
    note: isWaiting ? 'Somebody still has time to speak.' : null,
  }
}
