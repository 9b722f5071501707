/**
 * Whose move it is in a loan, by when, and what happens otherwise, in words, seen by one of its two
 * sides. The server sends these words; no screen makes up its own.
 */
import { labelOfEscrow } from './labels.ts'
import { limits } from './limits.ts'
import { formatMoney } from './money.ts'
import type { Move, MoveFacts, Role } from './move-facts.ts'

export type { Move, MoveFacts, Role, Whose } from './move-facts.ts'

type Words = Omit<Move, 'by'> & { by?: Date | null }

export function moveOf(facts: MoveFacts): Move {
  return { by: facts.deadlineAt, ...sayFor(facts)(facts) }
}

function sayFor(facts: MoveFacts): Say {
  const { status, role, phase, repayCents, payoutCents } = facts
  if (payoutCents && status === 'DOMAIN_IN_CUSTODY') return payOut[role]
  if (repayCents === 0 && owingPhases.includes(phase)) return paidUp[role]
  return role === 'BORROWER' ? borrowers[phase] : lenders[phase]
}

type Say = (facts: MoveFacts) => Words

const you = (title: string, note: string, otherwise: string, otherwiseNote = ''): Words => ({
  whose: 'YOU',
  title,
  note,
  otherwise,
  otherwiseNote,
})
const wait = (title: string, note: string, otherwise: string, otherwiseNote = ''): Words => ({
  ...you(title, note, otherwise, otherwiseNote),
  whose: 'OTHER',
})
const operators = (title: string, note: string): Words => ({
  ...you(title, note, 'No clock awards anything', 'Two operators decide, in writing.'),
  whose: 'OPERATORS',
  by: null,
})

const cancelled = 'The loan is cancelled'
const comesBack = 'The listing returns, and backup offers open again.'
const silence = 'An operator looks at it'
const money = (cents: number) => formatMoney(cents)
const names: Record<Role, string> = { BORROWER: 'borrower', LENDER: 'lender' }

const sign: Say = ({ role, hasSigned }) => {
  const otherRole = role === 'BORROWER' ? 'LENDER' : 'BORROWER'
  const after = role === 'BORROWER' ? comesBack : 'Nobody owes anything.'
  const isLast = hasSigned[otherRole]
  if (hasSigned[role]) {
    return wait(`The ${names[otherRole]} signs`, 'You have signed.', cancelled, after)
  }
  const note = isLast ? `The ${names[otherRole]} has signed.` : 'Nobody has signed yet.'
  return you('Sign the lending agreement', note, cancelled, after)
}

const onTheWay: Say = () => ({
  ...wait(
    'The domain is on its way to us',
    'Registrars take from minutes to weeks.',
    cancelled,
    'What arrives later stays with the borrower.',
  ),
  whose: 'NOBODY',
})

const ended: Say = ({ status }) => ({
  ...wait(labelOfEscrow(status), '', ''),
  whose: 'NOBODY',
  by: null,
})

const dispute: Say = () =>
  operators('Operators look at the case', 'Nothing moves until they rule, or both of you settle.')
const ready: Say = () =>
  operators('Two operators check the file', 'The notice ended unanswered. Payment still counts.')

const graceDaysOf = ({ dueAt, graceUntil }: MoveFacts) =>
  dueAt && graceUntil ? Math.round((graceUntil.getTime() - dueAt.getTime()) / 86_400_000) : 0

/** "7 days of grace, to 6 November". */
const graceWords = (facts: MoveFacts) =>
  facts.graceUntil
    ? `${graceDaysOf(facts)} days of grace, to ${dayMonth.format(facts.graceUntil)}`
    : ''
const dayMonth = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})

const earlier = ({ todayCents, repayCents }: MoveFacts) =>
  todayCents && todayCents < repayCents
    ? `Or ${money(todayCents)} if the money arrives today.`
    : 'Less if the money arrives earlier.'

const repay: Say = (facts) => ({
  ...you(
    `Repay ${money(facts.repayCents)}`,
    `${earlier(facts)} Parts from ${formatMoney(limits.partialCentsMin, { whole: true })}.`,
    graceWords(facts),
    'Interest goes on at the same rate. No fee, and nothing happens to the domain.',
  ),
  by: facts.dueAt,
})

const collect: Say = (facts) => ({
  ...wait(
    `The borrower repays ${money(facts.repayCents)}`,
    'Early repayment is a right.',
    graceWords(facts),
    'Interest goes on at the same rate.',
  ),
  by: facts.dueAt,
})

const owingPhases: MoveFacts['phase'][] = [
  ...(['ACTIVE', 'DUE_SOON', 'DUE_TODAY', 'IN_GRACE', 'OVERDUE'] as const),
  ...(['DEFAULT_NOTICED', 'SEIZURE_READY'] as const),
]
/** Parts have come to all that was owed. Only the lender's word ends the loan. */
const paidUp: Record<Role, Say> = {
  BORROWER: ({ other }) => ({
    ...wait(`${other} finalizes the loan`, 'All of it is paid.', silence, 'Mark it repaid.'),
    by: null,
  }),
  LENDER: () => ({
    ...you('Finalize the loan', 'All of it is paid. Finalizing releases the domain.', silence),
    by: null,
  }),
}

const restOf = ({ amountCents, payoutCents }: MoveFacts) => amountCents - (payoutCents ?? 0)
/** A loan that is to take the place of another waits for the lender of that one. */
const payOut: Record<Role, Say> = {
  BORROWER: (facts) => {
    const rest = restOf(facts) > 0 ? `, and you the ${money(restOf(facts))} that remain` : ''
    const note = `Your lender confirms the payout${rest}.`
    const title = `${facts.other} pays out your lender`
    return wait(title, note, cancelled, 'The loan that runs goes on as it was.')
  },
  LENDER: (facts) => {
    const rest = restOf(facts) > 0 ? `And ${money(restOf(facts))} to ${facts.other}. ` : ''
    const note = `${rest}Then mark it paid: your loan takes the place of theirs.`
    const title = `Pay ${money(facts.payoutCents ?? 0)} to the lender before you`
    return you(title, note, cancelled, 'Only where nothing was marked paid.')
  },
}

const running = (say: Say) => ({ ACTIVE: say, DUE_SOON: say, DUE_TODAY: say })

const borrowers: Record<MoveFacts['phase'], Say> = {
  SIGNATURES: sign,
  CODE_NEEDED: () =>
    you(
      'Transfer the domain to us',
      'Enter the authorization code from your registrar.',
      cancelled,
      comesBack,
    ),
  TRANSFER_FAILED: () =>
    you('Try the transfer again', 'The last try did not go through.', cancelled, comesBack),
  TRANSFER_PENDING: onTheWay,
  AWAITING_PAYMENT: ({ other, amountCents }) =>
    wait(
      `${other} pays you ${money(amountCents)}`,
      'Directly, never through us.',
      cancelled,
      'The domain is yours to use or take out.',
    ),
  PAYMENT_WINDOW: ({ other, amountCents }) =>
    wait(
      `${other} is paying you ${money(amountCents)}`,
      'The lender has seen your details, so Cancel waits.',
      'Cancel opens again',
      'Unless the payment is marked.',
    ),
  FUNDING_CLAIMED: ({ amountCents }) =>
    you(
      `Confirm that you received ${money(amountCents)}`,
      'Look at your account first. The loan runs from the day it came.',
      silence,
      'Silence is not a confirmation.',
    ),
  ...running(repay),
  IN_GRACE: (facts) => ({
    ...you(
      `Repay ${money(facts.repayCents)}`,
      'The due date has passed. Nothing has happened yet.',
      'The lender may send a default notice',
      `You then have ${limits.noticeDays} days to answer it.`,
    ),
    by: facts.graceUntil,
  }),
  OVERDUE: (facts) => ({
    ...you(
      `Repay ${money(facts.repayCents)}`,
      'Or ask for an extension. The lender may send a default notice at any time.',
      `${limits.noticeDays} days to answer a notice`,
      'You may pay, object or ask for an extension until the last second.',
    ),
    by: null,
  }),
  REPAYMENT_CLAIMED: ({ other }) =>
    wait(`${other} confirms your repayment`, 'The default clock stands still.', silence),
  DEFAULT_NOTICED: ({ repayCents }) =>
    you(
      `Pay ${money(repayCents)}, object, or ask for an extension`,
      'The lender says that nothing came.',
      'Two operators check the file',
      'If all is right, the domain goes to the lender and the debt is closed.',
    ),
  SEIZURE_READY: ready,
  DISPUTED: dispute,
  ENDED: ended,
}

const lenders: Record<MoveFacts['phase'], Say> = {
  SIGNATURES: sign,
  CODE_NEEDED: ({ other }) =>
    wait(`${other} transfers the domain to us`, 'You pay once it is with us.', cancelled),
  TRANSFER_FAILED: ({ other }) =>
    wait(`${other} tries the transfer again`, 'The last try did not go through.', cancelled),
  TRANSFER_PENDING: onTheWay,
  AWAITING_PAYMENT: ({ other, amountCents }) =>
    you(
      `Pay ${other} ${money(amountCents)}`,
      `Revealing the details freezes Cancel for ${limits.windowHours} hours.`,
      cancelled,
      `The domain goes back to ${other} and it counts as a lapse on your record.`,
    ),
  PAYMENT_WINDOW: ({ other, amountCents }) =>
    you(
      `Pay ${other} ${money(amountCents)}, then mark it paid`,
      'You have seen the details.',
      `${other} can cancel again`,
      'Mark it paid as soon as you have sent it.',
    ),
  FUNDING_CLAIMED: ({ other, amountCents }) =>
    wait(
      `${other} confirms ${money(amountCents)}`,
      'The loan runs from the day it was received.',
      silence,
      'Have the proof of payment ready.',
    ),
  ...running(collect),
  IN_GRACE: (facts) => ({
    ...wait(
      `The borrower repays ${money(facts.repayCents)}`,
      'The due date has passed.',
      'You may send a default notice',
    ),
    by: facts.graceUntil,
  }),
  OVERDUE: (facts) => ({
    ...you(
      'Wait, agree on an extension, or send a default notice',
      `${money(facts.repayCents)} is owed. We never default anybody by ourselves.`,
      silence,
      'After 90 days without anybody acting.',
    ),
    by: facts.deadlineAt,
  }),
  REPAYMENT_CLAIMED: ({ repayCents }) =>
    you(
      `Confirm that you were repaid ${money(repayCents)}`,
      'Look at your account first. Confirming releases the domain at once.',
      silence,
      'Silence is not a confirmation.',
    ),
  DEFAULT_NOTICED: () =>
    wait(
      'The borrower answers the notice',
      'By paying, objecting or asking for an extension.',
      'Two operators check the file',
      'Then the domain is yours and the debt is closed.',
    ),
  SEIZURE_READY: ready,
  DISPUTED: dispute,
  ENDED: ended,
}
