/** The end of a loan in one headline and a sentence or two, as one of its sides reads it. */
import type { Party } from '@pier/protocol/lifecycles/loan'
import { daysBetween } from '@pier/protocol/loans/loan-terms'
import type { LoanEnding } from '@pier/protocol/loans/loan-endings'
import { formatMoney } from '@pier/protocol/money'
import { dayText } from '../notices/day-text.ts'
import { endOfName, type NameNow } from './domain-now.ts'
import type { ReceiptSums } from './sums.ts'

export type Ended = {
  ending: LoanEnding
  role: Party
  names: Record<Party, string>
  domain: string
  endedOn: string
  noticedOn: string | null
  /** Its status before it ended. */
  fromStatus: string | null
  lapsedBy: Party | 'BOTH' | null
  sums: ReceiptSums | null
  otherLender: string
  name: NameNow
}

type Words = { headline: string; sentence: string }
type Say = (ended: Ended) => Words

export const textOfEnding = (ended: Ended): Words => sayings[ended.ending](ended)

const say = (headline: string, ...sentences: (string | null)[]): Words => ({
  headline,
  sentence: sentences.filter(Boolean).join(' '),
})
const isBorrower = ({ role }: Ended) => role === 'BORROWER'
const on = ({ endedOn }: Ended) => `on ${dayText(endedOn)}`
const noDebt = 'No payment was confirmed, and nobody owes anything.'

/** "19 days before the due date". */
function timing({ stoppedOn, agreed }: ReceiptSums): string {
  const days = daysBetween({ from: stoppedOn, to: agreed.date })
  if (days === 0) return 'on the due date'
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`
  return days > 0 ? `${count} before the due date` : `${count} after the due date`
}

/** Interest saved or added against the terms, and what was paid below or above the debt. */
function comparison({ role, sums }: Ended): string | null {
  if (!sums || sums.savedCents === null || sums.differenceCents === null) return null
  const isOwn = role === 'BORROWER'
  const saved = formatMoney(Math.abs(sums.savedCents))
  const differs = formatMoney(Math.abs(sums.differenceCents))
  return [
    sums.savedCents > 0 && isOwn && `That saved you ${saved} of interest.`,
    sums.savedCents < 0 && isOwn && `That cost you ${saved} in extra interest.`,
    !isOwn && `It brought you ${formatMoney(sums.interestCents)} of interest.`,
    sums.differenceCents < 0 && `It is ${differs} less than was owed that day.`,
    sums.differenceCents > 0 && `It is ${differs} more than was owed that day.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const repaid: Say = (ended) => {
  const { names, sums } = ended
  const isOwn = isBorrower(ended)
  const headline = isOwn
    ? `Repaid${ended.name.isYours ? ', and the name is yours again' : ''}`
    : 'Repaid and closed'
  const who = isOwn ? names.LENDER : 'You'
  if (!sums || sums.paidCents === null) {
    const unnamed = isOwn
      ? `${who} confirmed ${on(ended)} that you repaid, without stating an amount.`
      : `You confirmed ${on(ended)} that ${names.BORROWER} repaid, without stating an amount.`
    return say(headline, unnamed, endOfName(ended))
  }
  const paid = formatMoney(sums.paidCents)
  const from = isOwn ? '' : ` from ${names.BORROWER}`
  const inAll = sums.perDiemCents === null ? ' in total' : ''
  const confirmed = `${who} confirmed ${paid}${inAll}${from}, ${timing(sums)}.`
  return say(headline, confirmed, comparison(ended), endOfName(ended))
}

const ruledRepaid: Say = (ended) =>
  say(
    isBorrower(ended) ? 'Ruled repaid, domain returned to you' : 'Ruled repaid',
    `Two operators ruled ${on(ended)} that the loan is repaid.`,
    isBorrower(ended) ? null : `The domain went back to ${ended.names.BORROWER}.`,
    endOfName(ended),
  )

const settledRepaid: Say = (ended) =>
  say(
    isBorrower(ended) ? 'Settled, domain returned to you' : 'Settled as repaid',
    `You and ${otherOf(ended)} agreed ${on(ended)} that the loan is repaid.`,
    isBorrower(ended) ? null : `The domain went back to ${ended.names.BORROWER}.`,
    endOfName(ended),
  )

const otherOf = ({ role, names }: Ended) => names[role === 'BORROWER' ? 'LENDER' : 'BORROWER']

const refinanced: Say = (ended) => {
  const { sums, otherLender, names, ending } = ended
  const isRuled = ending === 'REFINANCED_RULED'
  const lastCents = sums?.lastCents ?? null
  const sum = lastCents === null ? 'the payout' : formatMoney(lastCents)
  const who = isRuled ? 'Two operators' : isBorrower(ended) ? names.LENDER : 'You'
  const does = isRuled ? 'ruled that the loan was paid out with' : 'confirmed'
  return say(
    isBorrower(ended) ? 'Paid out by another lender' : 'Paid out',
    `${who} ${does} ${sum} from ${otherLender} ${on(ended)}.`,
    isBorrower(ended)
      ? `You owe nothing more on this loan. The loan from ${otherLender} replaced it.`
      : 'The domain now secures the loan that replaced it.',
  )
}

const owedThen = ({ sums }: Ended) =>
  sums ? `in place of ${formatMoney(sums.byDomainCents)}, owed that day` : 'in place of the debt'
const quits = (ended: Ended) =>
  isBorrower(ended)
    ? 'You owe nothing more on this loan.'
    : 'You have no further claim from this loan.'
const toLender = (ended: Ended) =>
  isBorrower(ended) ? 'The domain went to the lender' : 'The domain is now yours'
const went = (ended: Ended) =>
  isBorrower(ended)
    ? `${ended.domain} went to ${ended.names.LENDER} ${owedThen(ended)}.`
    : `${ended.domain} came to you ${owedThen(ended)}.`

const surrendered: Say = (ended) =>
  say(
    isBorrower(ended) ? 'You surrendered the domain for the debt' : toLender(ended),
    `${isBorrower(ended) ? 'You' : ended.names.BORROWER} surrendered it ${on(ended)}.`,
    went(ended),
    quits(ended),
  )

const seized: Say = (ended) =>
  say(
    toLender(ended),
    ended.noticedOn
      ? `The default notice of ${dayText(ended.noticedOn)} got no answer. Two operators confirmed the seizure ${on(ended)}.`
      : `Two operators confirmed the seizure ${on(ended)}.`,
    went(ended),
    quits(ended),
  )

const ruledSeized: Say = (ended) =>
  say(
    toLender(ended),
    `Two operators ruled ${on(ended)} that the loan is in default.`,
    went(ended),
    quits(ended),
  )

const settledSeized: Say = (ended) =>
  say(
    toLender(ended),
    `You and ${otherOf(ended)} agreed ${on(ended)} that the domain goes to the lender.`,
    went(ended),
    quits(ended),
  )

const taken: Say = (ended) =>
  say(
    'Taken by legal order',
    `Two operators ended the loan ${on(ended)} under a legal hold on ${ended.domain}.`,
    ended.sums
      ? `${formatMoney(ended.sums.unpaidCents)} was owed that day. Under the agreement the debt remains, without the domain as security.`
      : noDebt,
    endOfName(ended),
  )

const cancelled =
  (by: Party): Say =>
  (ended) =>
    say(
      ended.role === by ? 'You cancelled this loan' : `${ended.names[by]} cancelled this loan`,
      `It was cancelled ${on(ended)}.`,
      noDebt,
      endOfName(ended),
    )

const unfunded =
  (by: (ended: Ended) => string): Say =>
  (ended) =>
    say(
      'Cancelled: loan money never arrived',
      `${by(ended)} ${on(ended)} that the loan money did not arrive.`,
      'Nobody owes anything.',
      endOfName(ended),
    )

function lateText({ fromStatus, lapsedBy, names, role }: Ended): string {
  const who = (party: Party) => (party === role ? 'you' : names[party])
  if (fromStatus === 'NEW') return 'The domain did not arrive in time.'
  if (fromStatus === 'DOMAIN_IN_CUSTODY') {
    if (lapsedBy === 'LENDER') return `The loan was not paid in time by ${who('LENDER')}.`
    return 'The payment deadline passed without payment details.'
  }
  if (lapsedBy === 'BOTH') return 'Neither side signed in time.'
  if (lapsedBy === null) return 'The agreement was not signed in time.'
  return `The agreement was not signed in time by ${who(lapsedBy)}.`
}

function lapseText({ lapsedBy, role, names }: Ended): string {
  if (lapsedBy === null) return 'It does not count as a lapse for either side.'
  if (lapsedBy === 'BOTH') return 'It counts as a lapse for both sides.'
  return lapsedBy === role
    ? 'It counts as a lapse on your record.'
    : `It counts as a lapse on the record of ${names[lapsedBy]}.`
}

const sayings: Record<LoanEnding, Say> = {
  REPAID: repaid,
  REPAID_RULED: ruledRepaid,
  REPAID_SETTLED: settledRepaid,
  REFINANCED: refinanced,
  REFINANCED_RULED: refinanced,
  SURRENDERED: surrendered,
  SEIZED: seized,
  SEIZED_RULED: ruledSeized,
  SEIZED_SETTLED: settledSeized,
  TAKEN: taken,
  CANCELLED_BY_BORROWER: cancelled('BORROWER'),
  CANCELLED_BY_LENDER: cancelled('LENDER'),
  CANCELLED_BY_OPERATOR: (ended) =>
    say(
      'An operator cancelled this loan',
      `It was cancelled ${on(ended)}.`,
      noDebt,
      endOfName(ended),
    ),
  UNFUNDED_RULED: unfunded(() => 'Two operators ruled'),
  UNFUNDED_SETTLED: unfunded((ended) => `You and ${otherOf(ended)} agreed`),
  LAPSED: (ended) =>
    say('Cancelled: deadline passed', lateText(ended), noDebt, lapseText(ended), endOfName(ended)),
  OVERTAKEN: (ended) =>
    say(
      'Cancelled: the loan to be replaced had ended',
      `This loan was to replace another one on ${ended.domain}, which ended first, ${on(ended)}.`,
      noDebt,
      endOfName(ended),
    ),
}
