/** Texts for a loan until its money is paid out. */
import { limits } from '../limits.ts'
import type { MoveFacts, Role } from './move-facts.ts'
import { cancelled, money, otherOf, say, type Sides } from './move-text.ts'

const comesBack = 'The listing reopens, and backup offers become active again.'
const afterCancel = ({ role }: MoveFacts) =>
  role === 'BORROWER' ? comesBack : 'Nobody owes anything.'

export const addAddress: Sides = {
  you: (facts) =>
    say(
      'Add your legal address',
      'It is printed in the agreement. Signing is possible after that.',
      cancelled,
      afterCancel(facts),
    ),
  other: (facts) =>
    say(
      `${facts.other} adds a legal address`,
      'It is printed in the agreement. You sign after that, with your full time to do so.',
      cancelled,
      afterCancel(facts),
    ),
}

export const sign: Sides = {
  you: (facts) => {
    const other = otherOf(facts.role)
    const note = facts.guardFacts.hasSigned[other]
      ? `The ${names[other]} has signed.`
      : 'Nobody has signed yet.'
    return say('Sign the lending agreement', note, cancelled, afterCancel(facts))
  },
  other: (facts) =>
    say(
      `The ${names[otherOf(facts.role)]} signs`,
      'You have signed.',
      cancelled,
      afterCancel(facts),
    ),
}
const names: Record<Role, string> = { BORROWER: 'borrower', LENDER: 'lender' }

export const transferIn: Sides = {
  you: ({ guardFacts }) =>
    guardFacts.phase === 'TRANSFER_FAILED'
      ? say('Retry the transfer', 'The last transfer failed.', cancelled, comesBack)
      : say(
          'Transfer the domain to us',
          'Enter the authorization code from your registrar.',
          cancelled,
          comesBack,
        ),
  other: ({ guardFacts, other }) =>
    guardFacts.phase === 'TRANSFER_FAILED'
      ? say(`${other} retries the transfer`, 'The last transfer failed.', cancelled)
      : say(
          `${other} transfers the domain to us`,
          'You pay once the domain is in custody.',
          cancelled,
        ),
}

/** Asked of the borrower before the money is sent, of the lender while it is owed. */
export const addPayee: Sides = {
  you: ({ role, other, sums, guardFacts, detailsBy }) =>
    role === 'BORROWER'
      ? {
          ...say(
            'Add payment details',
            `${other} is waiting to pay you ${money(sums.amountCents)}. This takes about 2 minutes.`,
            `${other} may cancel`,
            'The domain stays yours. Your record shows a missed deadline.',
          ),
          by: detailsBy,
        }
      : {
          ...say(
            'Add payment details',
            `${other} cannot repay you without them. This takes about 2 minutes.`,
            'The clock stays paused',
            `All dates move, and that time bears no interest. ${noDefault(guardFacts)}`.trim(),
          ),
          by: null,
        },
  other: ({ role, other, detailsBy, guardFacts }) => {
    if (role === 'BORROWER') {
      return {
        ...say(
          `${other} adds payment details`,
          'You cannot repay before that. We have notified them.',
          'Your clock stays paused',
          'All dates move, and that time bears no interest.',
        ),
        by: null,
      }
    }
    const isOver = detailsBy !== null && guardFacts.now >= detailsBy
    return {
      ...say(
        `${other} adds payment details`,
        'You cannot pay before that. We have notified them.',
        isOver
          ? 'You may now cancel without a mark on your record'
          : 'You may cancel without a mark on your record',
        `The domain goes back to ${other}. The missed deadline counts on their record, not on yours.`,
      ),
      by: detailsBy,
    }
  },
}
const noDefault = ({ dueAt, now }: MoveFacts['guardFacts']) =>
  dueAt && now > dueAt ? 'Until then you cannot send a default notice.' : ''

const restOf = ({ amountCents, payoutCents }: MoveFacts['sums']) =>
  amountCents - (payoutCents ?? amountCents)

/** The lender pays the borrower, or in a refinancing first the former lender. */
export const fund: Sides = {
  you: ({ guardFacts, sums, other }) => {
    if (guardFacts.isLinked) {
      const rest = restOf(sums) > 0 ? `And ${money(restOf(sums))} to ${other}. ` : ''
      return say(
        `Pay ${money(sums.payoutCents ?? 0)} to the current lender`,
        `${rest}Then mark it paid. Your loan replaces theirs.`,
        cancelled,
        'Unless a payment is marked paid.',
      )
    }
    return guardFacts.phase === 'PAYMENT_WINDOW'
      ? say(
          `Pay ${other} ${money(sums.amountCents)}, then mark it paid`,
          'You have opened the payment details.',
          `${other} can cancel again`,
          'Mark it paid as soon as you have sent it.',
        )
      : say(
          `Pay ${other} ${money(sums.amountCents)}`,
          `Opening the payment details freezes Cancel for ${limits.windowHours} hours.`,
          cancelled,
          `The domain goes back to ${other}, and your record shows a missed deadline.`,
        )
  },
  other: ({ guardFacts, sums, other }) => {
    if (guardFacts.isLinked) {
      const rest = restOf(sums) > 0 ? `, and you the remaining ${money(restOf(sums))}` : ''
      return say(
        `${other} pays off your lender`,
        `Your lender confirms the payoff${rest}.`,
        cancelled,
        'The current loan continues unchanged.',
      )
    }
    return guardFacts.phase === 'PAYMENT_WINDOW'
      ? say(
          `${other} is paying you ${money(sums.amountCents)}`,
          'The lender has opened your payment details, so you cannot cancel now.',
          'You can cancel again',
          'Unless the payment is marked paid.',
        )
      : say(
          `${other} pays you ${money(sums.amountCents)}`,
          'The payment goes directly to you, never through us.',
          cancelled,
          'You can use the domain or transfer it out.',
        )
  },
}
