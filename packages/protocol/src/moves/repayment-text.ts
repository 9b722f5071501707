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
        'The lender states that the loan was not repaid.',
        'Two operators check the file',
        'If they confirm the default, the domain goes to the lender and the debt is closed.',
      )
    }
    const shown = phaseShown(guardFacts)
    if (shown === 'OVERDUE') {
      return {
        ...say(
          title,
          'Or ask for an extension. The lender may send a default notice at any time.',
          `${limits.noticeDays} days to answer a notice`,
          'You may pay, object or ask for an extension until the notice ends.',
        ),
        by: null,
      }
    }
    if (shown === 'IN_GRACE') {
      return {
        ...say(
          title,
          'The due date has passed. The domain is still yours.',
          'The lender may send a default notice',
          `You then have ${limits.noticeDays} days to answer it.`,
        ),
        by: guardFacts.graceUntil,
      }
    }
    const parts = `Partial payments from ${formatMoney(limits.partialCentsMin, { whole: true })}.`
    return {
      ...say(
        title,
        `${earlier(facts)} ${parts}`,
        graceText(facts),
        'Interest continues at the same rate. There is no late fee, and the domain stays yours.',
      ),
      by: guardFacts.dueAt,
    }
  },
  other: (facts) => {
    const { guardFacts, sums } = facts
    if (guardFacts.phase === 'DEFAULT_NOTICED') {
      return say(
        'The borrower can answer the notice',
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
        'The borrower may repay early at any time.',
        graceText(facts),
        'Interest continues at the same rate.',
      ),
      by: guardFacts.dueAt,
    }
  },
}

/** "7 days of grace, to 6 Nov". */
const graceText = ({ guardFacts: { dueAt, graceUntil } }: MoveFacts) => {
  if (!dueAt || !graceUntil) return ''
  const days = Math.round((graceUntil.getTime() - dueAt.getTime()) / 86_400_000)
  return `${days} days of grace, until ${sayDay(graceUntil)}`
}

const earlier = ({ sums: { todayCents, repayCents } }: MoveFacts) =>
  todayCents !== null && todayCents < repayCents
    ? `Or ${money(todayCents)} if it arrives today.`
    : 'Less if you repay earlier.'

export const confirmReceipt: Sides = {
  you: ({ sums }) =>
    say(
      `Confirm that you received ${money(sums.amountCents)}`,
      'Check your account first. The loan runs from the day the money arrived.',
      silence,
      'No answer does not count as confirmation.',
    ),
  other: ({ other, sums }) =>
    say(
      `${other} confirms ${money(sums.amountCents)}`,
      'The loan runs from the day the money arrives.',
      silence,
      'Keep your proof of payment ready.',
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
        ...say(
          'Finalize the loan',
          'The loan is fully paid. Finalizing releases the domain.',
          silence,
        ),
        by: null,
      }
    }
    return say(
      `Confirm that you were repaid ${money(sums.claim?.cents ?? sums.repayCents)}`,
      `Check your account first.${missing(facts)} Confirming releases the domain at once.`,
      silence,
      'No answer does not count as confirmation.',
    )
  },
  other: (facts) => {
    const { guardFacts, sums, other } = facts
    if (guardFacts.phase !== 'REPAYMENT_CLAIMED') {
      return {
        ...say(
          `${other} finalizes the loan`,
          'The loan is fully paid.',
          silence,
          'The domain is then released.',
        ),
        by: null,
      }
    }
    return say(
      `${other} confirms your repayment of ${money(sums.claim?.cents ?? sums.repayCents)}`,
      `The default clock is stopped.${missing(facts)}`,
      silence,
    )
  },
}

/** A partial payment that waits comes first; it does not postpone the due date. */
export const confirmPayment: Sides = {
  you: ({ guardFacts, sums }) => ({
    ...say(
      `Confirm that you received ${money(sums.claim?.cents ?? 0)}`,
      'Check your account first. This is a partial payment.',
      'The payment stays unconfirmed',
      'Until you answer, you cannot send a default notice.',
    ),
    by: partBy(guardFacts),
  }),
  other: ({ guardFacts, sums, other }) => ({
    ...say(
      `${other} confirms your ${money(sums.claim?.cents ?? 0)}`,
      `Partial payment. The rest stays due on ${guardFacts.dueAt ? sayDate(guardFacts.dueAt) : 'the due date'}.`,
      'The payment stays unconfirmed',
      'Until they answer, they cannot send a default notice.',
    ),
    by: partBy(guardFacts),
  }),
}
const partBy = ({ phase, deadlineAt }: MoveFacts['guardFacts']) =>
  phase === 'DEFAULT_NOTICED' ? deadlineAt : null

export const extend: Sides = {
  you: ({ other, proposedDueOn, guardFacts }) => ({
    ...say(
      `Answer the extension of ${other}: new due date ${proposedDueOn ? sayDate(proposedDueOn) : 'later'}`,
      'Accept or decline. The rate does not change, and interest continues daily.',
      'The due date does not change',
      guardFacts.dueAt ? `${sayDate(guardFacts.dueAt)}, as agreed.` : '',
    ),
    by: guardFacts.dueAt && guardFacts.dueAt > guardFacts.now ? guardFacts.dueAt : null,
  }),
  other: ({ other, proposedDueOn, guardFacts }) => ({
    ...say(
      `${other} answers: new due date ${proposedDueOn ? sayDate(proposedDueOn) : 'later'}`,
      'You proposed it. The due date changes only if they accept.',
      'The due date does not change',
      guardFacts.dueAt ? `${sayDate(guardFacts.dueAt)}, as agreed.` : '',
    ),
    by: guardFacts.dueAt && guardFacts.dueAt > guardFacts.now ? guardFacts.dueAt : null,
  }),
}

export const claimDefault: Sides = {
  you: ({ sums }) =>
    say(
      'Wait, agree an extension, or send a default notice',
      `${money(sums.repayCents)} is owed. We never declare a default ourselves.`,
      silence,
      `After ${limits.dormantDays} days without any action.`,
    ),
  other: repay.you,
}

export const refinance: Sides = {
  you: () =>
    say(
      'Confirm that you were paid off',
      'Another lender states that the payoff is sent. Check your account first.',
      silence,
      'No answer does not count as confirmation.',
    ),
  other: ({ other }) =>
    say(`${other} confirms the payoff`, 'The new loan then replaces this one.', silence),
}
