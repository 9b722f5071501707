/** Texts for a loan from the payment to its end. */
import { phaseShown } from '../lifecycles/loan.ts'
import { limits } from '../limits.ts'
import { formatMoney } from '../money.ts'
import type { MoveFacts } from './move-facts.ts'
import { money, say, silence, type Sides } from './move-text.ts'
import { sayDate, sayDay } from '../say-time.ts'

/** The text depends on where the loan is between its dates. */
export const repay: Sides = {
  you: (facts) => {
    const { guardFacts, sums } = facts
    const title = `Repay ${money(sums.repayCents)}`
    if (guardFacts.phase === 'DEFAULT_NOTICED') {
      return say(
        `Pay ${money(sums.repayCents)}, object, or ask for an extension`,
        'The lender says that nothing came.',
        'Two operators check the file',
        'If all is right, the domain goes to the lender and the debt is closed.',
      )
    }
    const shown = phaseShown(guardFacts)
    if (shown === 'OVERDUE') {
      return {
        ...say(
          title,
          'Or ask for an extension. The lender may send a default notice at any time.',
          `${limits.noticeDays} days to answer a notice`,
          'You may pay, object or ask for an extension until the last second.',
        ),
        by: null,
      }
    }
    if (shown === 'IN_GRACE') {
      return {
        ...say(
          title,
          'The due date has passed. Nothing has happened yet.',
          'The lender may send a default notice',
          `You then have ${limits.noticeDays} days to answer it.`,
        ),
        by: guardFacts.graceUntil,
      }
    }
    const parts = `Parts from ${formatMoney(limits.partialCentsMin, { whole: true })}.`
    return {
      ...say(
        title,
        `${earlier(facts)} ${parts}`,
        graceText(facts),
        'Interest goes on at the same rate. No fee, and nothing happens to the domain.',
      ),
      by: guardFacts.dueAt,
    }
  },
  other: (facts) => {
    const { guardFacts, sums } = facts
    if (guardFacts.phase === 'DEFAULT_NOTICED') {
      return say(
        'The borrower answers the notice',
        'By paying, objecting or asking for an extension.',
        'Two operators check the file',
        'Then the domain is yours and the debt is closed.',
      )
    }
    const title = `The borrower repays ${money(sums.repayCents)}`
    const shown = phaseShown(guardFacts)
    if (shown === 'IN_GRACE' || shown === 'OVERDUE') {
      const late = say(title, 'The due date has passed.', 'You may send a default notice')
      return { ...late, by: shown === 'IN_GRACE' ? guardFacts.graceUntil : null }
    }
    return {
      ...say(
        title,
        'Early repayment is a right.',
        graceText(facts),
        'Interest goes on at the same rate.',
      ),
      by: guardFacts.dueAt,
    }
  },
}

/** "7 days of grace, to 6 November". */
const graceText = ({ guardFacts: { dueAt, graceUntil } }: MoveFacts) => {
  if (!dueAt || !graceUntil) return ''
  const days = Math.round((graceUntil.getTime() - dueAt.getTime()) / 86_400_000)
  return `${days} days of grace, to ${sayDay(graceUntil)}`
}

const earlier = ({ sums: { todayCents, repayCents } }: MoveFacts) =>
  todayCents !== null && todayCents < repayCents
    ? `Or ${money(todayCents)} if the money arrives today.`
    : 'Less if the money arrives earlier.'

export const confirmReceipt: Sides = {
  you: ({ sums }) =>
    say(
      `Confirm that you received ${money(sums.amountCents)}`,
      'Look at your account first. The loan runs from the day it came.',
      silence,
      'Silence is not a confirmation.',
    ),
  other: ({ other, sums }) =>
    say(
      `${other} confirms ${money(sums.amountCents)}`,
      'The loan runs from the day it was received.',
      silence,
      'Have the proof of payment ready.',
    ),
}

/** How far the claimed payment falls short of what was owed that day. */
function missing({ sums: { claim } }: MoveFacts): string {
  if (!claim || claim.shortCents === 0) return ''
  return ` That is ${money(claim.shortCents)} less than the ${money(claim.owedCents ?? 0)} owed that day.`
}

export const finalize: Sides = {
  you: (facts) => {
    const { guardFacts, sums } = facts
    if (guardFacts.phase !== 'REPAYMENT_CLAIMED') {
      return {
        ...say('Finalize the loan', 'All of it is paid. Finalizing releases the domain.', silence),
        by: null,
      }
    }
    return say(
      `Confirm that you were repaid ${money(sums.claim?.cents ?? sums.repayCents)}`,
      `Look at your account first.${missing(facts)} Confirming releases the domain at once.`,
      silence,
      'Silence is not a confirmation.',
    )
  },
  other: (facts) => {
    const { guardFacts, sums, other } = facts
    if (guardFacts.phase !== 'REPAYMENT_CLAIMED') {
      return {
        ...say(`${other} finalizes the loan`, 'All of it is paid.', silence, 'Mark it repaid.'),
        by: null,
      }
    }
    return say(
      `${other} confirms your repayment of ${money(sums.claim?.cents ?? sums.repayCents)}`,
      `The default clock stands still.${missing(facts)}`,
      silence,
    )
  },
}

/** A partial payment that waits comes first; it does not postpone the due date. */
export const confirmPayment: Sides = {
  you: ({ guardFacts, sums }) => ({
    ...say(
      `Confirm that ${money(sums.claim?.cents ?? 0)} came`,
      'Look at your account first. It is a part of what is owed.',
      'It stays open',
      'Until you answer, no default can be claimed.',
    ),
    by: partBy(guardFacts),
  }),
  other: ({ guardFacts, sums, other }) => ({
    ...say(
      `${other} confirms your ${money(sums.claim?.cents ?? 0)}`,
      `A part. What is left stays due on ${guardFacts.dueAt ? sayDate(guardFacts.dueAt) : 'its day'}.`,
      'It stays open',
      'Until they answer, no default can be claimed.',
    ),
    by: partBy(guardFacts),
  }),
}
const partBy = ({ phase, deadlineAt }: MoveFacts['guardFacts']) =>
  phase === 'DEFAULT_NOTICED' ? deadlineAt : null

export const extend: Sides = {
  you: ({ other, proposedDueOn, guardFacts }) => ({
    ...say(
      `Answer ${other}: due on ${proposedDueOn ? sayDate(proposedDueOn) : 'a later day'} instead`,
      'Agree, or say no. The rate stays, and interest goes on by the day.',
      'The due date stays',
      guardFacts.dueAt ? `${sayDate(guardFacts.dueAt)}, as agreed.` : '',
    ),
    by: guardFacts.dueAt && guardFacts.dueAt > guardFacts.now ? guardFacts.dueAt : null,
  }),
  other: ({ other, proposedDueOn, guardFacts }) => ({
    ...say(
      `${other} answers: due on ${proposedDueOn ? sayDate(proposedDueOn) : 'a later day'} instead`,
      'You proposed it. Until it is agreed, the due date stays.',
      'The due date stays',
      guardFacts.dueAt ? `${sayDate(guardFacts.dueAt)}, as agreed.` : '',
    ),
    by: guardFacts.dueAt && guardFacts.dueAt > guardFacts.now ? guardFacts.dueAt : null,
  }),
}

export const claimDefault: Sides = {
  you: ({ sums }) =>
    say(
      'Wait, agree on an extension, or send a default notice',
      `${money(sums.repayCents)} is owed. We never default anybody by ourselves.`,
      silence,
      `After ${limits.dormantDays} days without anybody acting.`,
    ),
  other: repay.you,
}

export const refinance: Sides = {
  you: () =>
    say(
      'Confirm that you were paid out',
      'Another lender says that the payout is sent. Look at your account first.',
      silence,
      'Silence is not a confirmation.',
    ),
  other: ({ other }) =>
    say(`${other} confirms the payout`, 'Another lender takes the loan over with that.', silence),
}
