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
      'Operators review the case',
      'Nothing changes until they rule or you both settle.',
      'No deadline decides this',
      'Two operators decide, in writing.',
    ),
  hold: () =>
    say(
      'The domain is on hold',
      'Nothing changes until two operators lift the hold. The domain keeps resolving.',
      'No deadline runs',
      'All dates move by the duration of the hold.',
    ),
  seizure: () =>
    say(
      'Two operators check the file',
      'The notice period ended without an answer. A payment still counts.',
      'No deadline decides this',
      'Two operators decide, in writing.',
    ),
  printing: () => say('The agreement is being created', 'It will be ready to sign in a moment.'),
  transfer: ({ guardFacts }) => ({
    ...say(
      'The domain is being transferred to us',
      'A transfer takes from minutes to weeks.',
      cancelled,
      'If the domain arrives later, it stays with the borrower.',
    ),
    by: guardFacts.deadlineAt,
  }),
  payeeChanging: ({ role, guardFacts, other, detailsFrom }) => {
    const isOwn = (guardFacts.status === 'LOAN_POSTED') === (role === 'LENDER')
    const from = detailsFrom ? sayTime(detailsFrom) : 'soon'
    const title = isOwn
      ? 'Your new payment details are not active yet'
      : `New payment details of ${other} are not active yet`
    return {
      ...say(title, `They become active on ${from}. Nobody can pay before that.`),
      by: detailsFrom,
    }
  },
  formerPayee: () =>
    say(
      'The current lender has no active payment details',
      'We notified them. Nobody can pay them off before that.',
    ),
  payout: ({ role, guardFacts }) =>
    guardFacts.isLinked
      ? say('The current lender confirms the payoff', 'This loan then replaces the current one.')
      : say(
          'Another lender pays off this loan',
          role === 'LENDER'
            ? 'You confirm once the lender says the full payoff is sent.'
            : 'Your lender confirms it, and the new loan replaces this one.',
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
