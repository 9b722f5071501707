/** Texts for a loan until its money is paid out. */
import { limits } from '../limits.ts'
import type { MoveFacts, Role } from './move-facts.ts'
import { cancelled, money, otherOf, say, type Sides } from './move-text.ts'

const comesBack = 'The listing returns, and backup offers open again.'
const afterCancel = ({ role }: MoveFacts) =>
  role === 'BORROWER' ? comesBack : 'Nobody owes anything.'

export const addAddress: Sides = {
  you: (facts) =>
    say(
      'Add your legal address',
      'It is printed in the agreement. Nobody can sign before.',
      cancelled,
      afterCancel(facts),
    ),
  other: (facts) =>
    say(
      `${facts.other} adds a legal address`,
      'It is printed in the agreement. You sign after that, and have your full time for it.',
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
      ? say('Try the transfer again', 'The last try did not go through.', cancelled, comesBack)
      : say(
          'Transfer the domain to us',
          'Enter the authorization code from your registrar.',
          cancelled,
          comesBack,
        ),
  other: ({ guardFacts, other }) =>
    guardFacts.phase === 'TRANSFER_FAILED'
      ? say(`${other} tries the transfer again`, 'The last try did not go through.', cancelled)
      : say(`${other} transfers the domain to us`, 'You pay once it is with us.', cancelled),
}

/** Asked of the borrower before the money is sent, of the lender while it is owed. */
export const addPayee: Sides = {
  you: ({ role, other, sums, guardFacts, detailsBy }) =>
    role === 'BORROWER'
      ? {
          ...say(
            'Add payment details',
            `${other} waits to pay you ${money(sums.amountCents)} and cannot. About 2 minutes.`,
            `${other} may cancel`,
            'The name stays yours. It counts as a lapse on your record.',
          ),
          by: detailsBy,
        }
      : {
          ...say(
            'Add payment details',
            `${other} cannot repay you without them. About 2 minutes.`,
            'The clock stays paused',
            `Every date moves, and that time bears no interest. ${noDefault(guardFacts)}`.trim(),
          ),
          by: null,
        },
  other: ({ role, other, detailsBy, guardFacts }) => {
    if (role === 'BORROWER') {
      return {
        ...say(
          `${other} adds payment details`,
          'You cannot repay before. We have told them.',
          'Your clock stays paused',
          'Every date moves, and that time bears no interest.',
        ),
        by: null,
      }
    }
    const isOver = detailsBy !== null && guardFacts.now >= detailsBy
    return {
      ...say(
        `${other} adds payment details`,
        'You cannot pay before. We have told them.',
        isOver ? 'You may cancel now without a lapse' : 'You may cancel without a lapse',
        `The name goes back to ${other}. The lapse counts on their record, not on yours.`,
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
        `Pay ${money(sums.payoutCents ?? 0)} to the lender before you`,
        `${rest}Then mark it paid: your loan takes the place of theirs.`,
        cancelled,
        'Only where nothing was marked paid.',
      )
    }
    return guardFacts.phase === 'PAYMENT_WINDOW'
      ? say(
          `Pay ${other} ${money(sums.amountCents)}, then mark it paid`,
          'You have seen the details.',
          `${other} can cancel again`,
          'Mark it paid as soon as you have sent it.',
        )
      : say(
          `Pay ${other} ${money(sums.amountCents)}`,
          `Revealing the details freezes Cancel for ${limits.windowHours} hours.`,
          cancelled,
          `The domain goes back to ${other} and it counts as a lapse on your record.`,
        )
  },
  other: ({ guardFacts, sums, other }) => {
    if (guardFacts.isLinked) {
      const rest = restOf(sums) > 0 ? `, and you the ${money(restOf(sums))} that remain` : ''
      return say(
        `${other} pays out your lender`,
        `Your lender confirms the payout${rest}.`,
        cancelled,
        'The loan that runs goes on as it was.',
      )
    }
    return guardFacts.phase === 'PAYMENT_WINDOW'
      ? say(
          `${other} is paying you ${money(sums.amountCents)}`,
          'The lender has seen your details, so Cancel waits.',
          'Cancel opens again',
          'Unless the payment is marked.',
        )
      : say(
          `${other} pays you ${money(sums.amountCents)}`,
          'Directly, never through us.',
          cancelled,
          'The domain is yours to use or take out.',
        )
  },
}
