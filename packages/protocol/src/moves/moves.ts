/**
 * The text of a loan's next action for one party: whose it is, by when, and what happens otherwise.
 * `lifecycles/next-move.ts` decides whose it is. The server sends these texts; no screen writes its
 * own.
 */
import { labelOfLoan } from '../labels.ts'
import { addAddress, addPayee, fund, sign, transferIn } from './funding-text.ts'
import { nextMove, type MoveAction, type Waits } from '../lifecycles/next-move.ts'
import type { Move, MoveFacts } from './move-facts.ts'
import { cancelled, otherOf, say, type Say, type Sides } from './move-text.ts'
import {
  claimDefault,
  confirmPayment,
  confirmReceipt,
  extend,
  finalize,
  refinance,
  repay,
} from './repayment-text.ts'
import { sayTime } from '../say-time.ts'

export type { LoanSums, Move, MoveFacts, Role, Whose } from './move-facts.ts'

export function moveOf(facts: MoveFacts): Move {
  const { guardFacts, role } = facts
  const next = nextMove(guardFacts)
  if (next.waits) {
    const whose = next.whose === 'OPERATORS' ? 'OPERATORS' : 'NOBODY'
    return { whose, action: null, by: null, ...waiting[next.waits](facts) }
  }
  const own = next.does[role]
  const theirs = next.does[otherOf(role)]
  const speak = own ? words[own]?.you : theirs && words[theirs]?.other
  if (!speak) throw new RangeError(`Nothing to say of ${own ?? theirs} in ${guardFacts.phase}`)
  return {
    whose: own ? 'YOU' : 'OTHER',
    action: own ?? null,
    by: guardFacts.deadlineAt,
    ...speak(facts),
  }
}

const waiting: Record<Waits, Say> = {
  ended: ({ guardFacts }) => say(labelOfLoan(guardFacts.status), ''),
  dispute: () =>
    say(
      'Operators look at the case',
      'Nothing moves until they rule, or both of you settle.',
      'No clock awards anything',
      'Two operators decide, in writing.',
    ),
  hold: () =>
    say(
      'The domain is on hold',
      'Nothing moves until two operators lift the hold. The website and mail of the domain go on.',
      'No clock runs',
      'Every date moves by the time the hold lasts.',
    ),
  seizure: () =>
    say(
      'Two operators check the file',
      'The notice ended unanswered. Payment still counts.',
      'No clock awards anything',
      'Two operators decide, in writing.',
    ),
  printing: () => say('The agreement is being printed', 'It is ready to sign in a moment.'),
  transfer: ({ guardFacts }) => ({
    ...say(
      'The domain is on its way to us',
      'Registrars take from minutes to weeks.',
      cancelled,
      'What arrives later stays with the borrower.',
    ),
    by: guardFacts.deadlineAt,
  }),
  payeeChanging: ({ role, guardFacts, other, detailsFrom }) => {
    const isOwn = (guardFacts.status === 'LOAN_POSTED') === (role === 'LENDER')
    const from = detailsFrom ? sayTime(detailsFrom) : 'soon'
    const title = isOwn
      ? 'Your new payment details are not in force yet'
      : `New payment details of ${other} are not in force yet`
    return { ...say(title, `They count from ${from}. Nobody can pay before.`), by: detailsFrom }
  },
  formerPayee: () =>
    say(
      'The lender before has no payment details in force',
      'They were told. Nobody can pay them out before.',
    ),
  payout: ({ role, guardFacts }) =>
    guardFacts.isLinked
      ? say('The lender before confirms the payout', 'This loan takes its place with that.')
      : say(
          'Another lender pays this loan out',
          role === 'LENDER'
            ? 'You confirm it once all of it is said to be sent.'
            : 'Your lender confirms it, and the loan goes on with the other one.',
        ),
}

const words: Partial<Record<MoveAction, Sides>> = {
  addAddress,
  addPayee,
  sign,
  transferIn,
  reveal: {
    you: (facts) => (facts.role === 'LENDER' ? fund.you(facts) : repay.you(facts)),
    other: (facts) => (facts.role === 'BORROWER' ? fund.other(facts) : repay.other(facts)),
  },
  markPaid: fund,
  confirmReceipt,
  finalize,
  confirmPayment,
  extend,
  claimDefault,
  refinance,
}
