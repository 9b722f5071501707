/** Checks before operators decide, computed from stored facts. */
import { formatMoney } from '@pier/protocol/money'
import { allocate, owedOn, type LoanDebt } from '@pier/protocol/loans/repayment'
import { sayDay, sayTime } from '@pier/protocol/say-time'
import { dateOf, type LoanRecord } from '../../loans/loans.service.ts'

export type Check = { words: string; is_met: boolean; note: string | null }

type Funding = { how: 'admitted' | 'ruled' | 'settled' | 'taken over'; at: Date }

/** How funding was established; null before that. */
function fundingOf({ loan, events }: LoanRecord): Funding | null {
  if (!loan.dueAt) return null
  for (const { action, actor, outcome, at } of events.toReversed()) {
    const isReceipt = action === 'confirmReceipt' || action === 'markPaid'
    if (isReceipt && actor === 'BORROWER') return { how: 'admitted', at }
    if (action === 'takeOver') return { how: 'taken over', at }
    if (action === 'rule' && outcome === 'FUNDED') return { how: 'ruled', at }
    if (action === 'settle' && outcome === 'FUNDED') return { how: 'settled', at }
  }
  return null
}

export function fundingText(record: LoanRecord): string {
  const funding = fundingOf(record)
  return funding ? `${funding.how} ${sayDay(funding.at)}` : 'not admitted'
}

export function fundingCheck(record: LoanRecord): Check {
  const funding = fundingOf(record)
  if (funding?.how === 'admitted' || !funding) {
    return { words: 'Funding admitted by the borrower', is_met: funding !== null, note: null }
  }
  return { words: `Funding ${funding.how} ${sayDay(funding.at)}`, is_met: true, note: null }
}

/** The last claim of full repayment that was not withdrawn. */
export const claimOf = ({ payments }: LoanRecord) =>
  payments.findLast(({ kind, status }) => kind === 'FULL' && status !== 'WITHDRAWN')

const words = 'Payoff amounts match to the cent'

/** Recomputes every stored split of a partial payment, and compares the claim with the payoff. */
export function payoffCheck(record: LoanRecord): Check {
  const { debt, now } = record
  if (!debt) return { words, is_met: true, note: 'Nothing is owed before funding.' }
  const wrong = wrongSplit(record, debt)
  if (wrong) return { words, is_met: false, note: wrong }
  const claim = claimOf(record)
  const on = claim?.paidOn ?? dateOf(now)
  const { payoffCents } = owedOn(debt, on)
  const owed = `${formatMoney(payoffCents)} on ${sayDay(on)}`
  const claimedCents = claim?.amountCents ?? payoffCents
  if (claimedCents === payoffCents) return { words, is_met: true, note: owed }
  const note = `${formatMoney(claimedCents)} claimed, ${owed} owed`
  return { words, is_met: false, note }
}

function wrongSplit({ payments }: LoanRecord, debt: LoanDebt): string | null {
  const confirmed = payments
    .filter(({ kind, status }) => kind === 'PARTIAL' && status === 'CONFIRMED')
    .toSorted((a, b) => Number(a.decidedAt) - Number(b.decidedAt))
  const before: { paidOn: string; amountCents: number }[] = []
  for (const payment of confirmed) {
    const { paidOn, amountCents, advanceCents, interestCents, principalCents } = payment
    if (amountCents === null) return 'A partial payment has no amount'
    const advances = debt.advances.filter(({ paymentsBefore }) => paymentsBefore <= before.length)
    const split = allocate({ ...debt, advances, payments: before }, { paidOn, amountCents })
    const isRight =
      split?.advanceCents === advanceCents &&
      split.interestCents === interestCents &&
      split.principalCents === principalCents
    if (!isRight) {
      return `The payment of ${formatMoney(amountCents)} on ${sayDay(paidOn)} was allocated differently`
    }
    before.push({ paidOn, amountCents })
  }
  return null
}

/** When the default notice was sent, and each reminder of it. */
export function noticeTimes({ loan, events }: LoanRecord): Date[] {
  const { noticedAt } = loan
  if (!noticedAt) return []
  return events
    .filter(({ action, data }) => action === 'claimDefault' || data.kind === 'notice')
    .map(({ at }) => at)
    .filter((at) => at >= noticedAt)
}

export type Delivery = { sent: number; refused: number; waiting: number }
const noticesMin = 3

/** Counts the same rows that the page lists, so that the two agree. */
export function countDelivery(notices: { status: keyof Delivery }[]): Delivery {
  const counted = { sent: 0, refused: 0, waiting: 0 }
  for (const { status } of notices) counted[status]++
  return counted
}

/** The fixed list that two operators go through before a domain goes to a lender. */
export function seizureChecks(record: LoanRecord, delivery: Delivery): Check[] {
  const { loan, guardFacts, now, debt } = record
  const { noticedAt, objectionUntil, graceUntil } = loan
  const isNoticeOver = objectionUntil !== null && now >= objectionUntil
  const isAfterGrace = noticedAt !== null && graceUntil !== null && noticedAt > graceUntil
  const times = `${delivery.sent} sent, ${delivery.refused} refused, ${delivery.waiting} on the way`
  const payoffCents = debt && owedOn(debt, dateOf(now)).payoffCents
  return [
    fundingCheck(record),
    {
      words: 'Due date, grace period and notice period have passed',
      is_met: isNoticeOver && isAfterGrace && !guardFacts.isClockStopped,
      note: guardFacts.isClockStopped ? 'The clock is stopped' : datesNote(record),
    },
    { words: 'No hold on the domain', is_met: !guardFacts.isHeld, note: null },
    {
      words: 'The notice was delivered three times',
      is_met: delivery.sent >= noticesMin && delivery.waiting === 0,
      note: noticedAt ? times : 'No notice was sent',
    },
    payoffCheck(record),
    surplusCheck(record, payoffCents),
  ]
}

function datesNote({ loan: { objectionUntil } }: LoanRecord): string {
  if (!objectionUntil) return 'No notice was sent'
  return `Answer by ${sayTime(objectionUntil)}`
}

/**
 * Met once two operators have confirmed a value; from twice the payoff on, the note says whether
 * the borrower asked for time to sell.
 */
function surplusCheck(record: LoanRecord, payoffCents: number | null): Check {
  const { valueCents, isValueConfirmed, guardFacts } = record
  const rule = 'Surplus rule checked'
  if (valueCents === null || payoffCents === null) {
    return { words: rule, is_met: false, note: 'No current value estimate counts' }
  }
  const value = `Worth ${formatMoney(valueCents)}, owed ${formatMoney(payoffCents)}`
  if (!isValueConfirmed) {
    return {
      words: rule,
      is_met: false,
      note: `${value}: confirmed by one operator, two are needed`,
    }
  }
  if (valueCents < 2 * payoffCents)
    return { words: rule, is_met: true, note: `${value}: no surplus` }
  const stay = guardFacts.hasStay
    ? 'the borrower has time to sell'
    : 'the borrower did not ask for time to sell'
  return { words: rule, is_met: true, note: `${value}: ${stay}` }
}
