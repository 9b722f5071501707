/** The figures of a receipt as one side reads them. */
import type { receiptSchema } from '@pier/protocol/calls/loans/receipt'
import type { Party } from '@pier/protocol/lifecycles/loan'
import type { LoanEnding } from '@pier/protocol/loans/loan-endings'
import { railNames, type Rail } from '@pier/protocol/rails'
import type { z } from 'zod'
import { dateOf } from '../facts/loan-view.ts'
import { settlementOf } from './ending.ts'
import type { ReceiptLine, Who } from './lines.ts'
import type { ReceiptSums } from './sums.ts'

type Receipt = z.input<typeof receiptSchema>
type Seen = { role: Party; names: Record<Party, string> }

export const presentLine = (
  line: ReceiptLine,
  { rail, ...seen }: Seen & { rail: Rail },
): Receipt['lines'][number] => ({
  kind: line.kind,
  what: whatOf(line, seen.role),
  date: line.date,
  from: nameOf(line.from, seen),
  to: nameOf(line.to, seen),
  rail: railNames[rail],
  reference: line.reference,
  amount: dollars(line.amountCents),
  confirmed: line.confirmed && {
    by: confirmerOf(line.confirmed.by, seen),
    at: line.confirmed.at.toISOString(),
  },
})

function whatOf({ kind, to }: ReceiptLine, role: Party): string {
  const isBorrower = role === 'BORROWER'
  switch (kind) {
    case 'FUNDING':
      return isBorrower ? 'Loan received' : 'Loan paid'
    case 'PART':
      return 'Partial repayment'
    case 'REPAYMENT':
      return 'Loan repaid'
    case 'REST':
      return 'Rest of the loan received'
    default:
      return to === 'LENDER' ? 'Loan paid out' : 'Previous loan paid out'
  }
}

function nameOf(who: Who, { role, names }: Seen): string {
  if (typeof who === 'object') return who.name
  if (who === 'RULING' || who === 'SETTLEMENT') return ''
  return who === role ? 'you' : names[who]
}

function confirmerOf(who: Who, seen: Seen): string {
  if (who === 'RULING') return 'by ruling of two operators'
  return who === 'SETTLEMENT' ? 'by both, in the settlement' : `by ${nameOf(who, seen)}`
}

const dollars = (cents: number | null) => (cents === null ? null : cents / 100)

export const presentSums = (
  sums: ReceiptSums,
  { rateBps, words }: { rateBps: number; words: string },
): NonNullable<Receipt['sums']> => ({
  principal: sums.principalCents / 100,
  interest: sums.interestCents / 100,
  interest_days: sums.interestDays,
  advances: sums.advanceCents / 100,
  is_least: sums.isLeast,
  per_diem: dollars(sums.perDiemCents),
  rate: rateBps / 100,
  short_received: (sums.principalCents - sums.receivedCents) / 100,
  difference: dollars(sums.differenceCents),
  by_domain: sums.byDomainCents / 100,
  unpaid: sums.unpaidCents / 100,
  paid: dollars(sums.paidCents),
  stopped_on: sums.stoppedOn,
  stopped_by: words,
  agreed: { date: sums.agreed.date, amount: sums.agreed.cents / 100 },
  saved: dollars(sums.savedCents),
})

type Stopped = { ending: LoanEnding; lines: readonly ReceiptLine[] } & Seen

/** "Interest stopped on 14 Oct, …" */
export function stopText({ ending, role, lines, names }: Stopped): string {
  const last = lines.findLast(({ kind, to }) => kind !== 'FUNDING' && to === 'LENDER')
  const whose = role === 'BORROWER' ? 'your payment' : 'the payment'
  if (settlementOf(ending) === 'DOMAIN') return 'the day the domain went to the lender'
  if (ending === 'TAKEN') return 'the day the domain was taken'
  if (last?.kind === 'PART') return 'the day of the last partial payment'
  if (last?.kind === 'PAYOUT') return 'the day it was paid out'
  if (last && !last.isUndated) return `the day of ${whose}`
  if (ending === 'REPAID_RULED') return 'the day of the ruling'
  if (ending === 'REPAID_SETTLED') return 'the day of the settlement'
  return role === 'LENDER' ? 'the day you confirmed it' : `the day ${names.LENDER} confirmed it`
}

const feeText: Record<string, string> = {
  transfer_in: 'Registry fee for the transfer',
  renewal: 'Registry fee for the renewal',
  runway: 'Registry fee for the renewal',
  advance: 'Registry fee you advanced for the renewal',
}

type Fee = { type: string; amountCents: number; at: Date }

export const presentFee = ({ type, amountCents, at }: Fee): Receipt['fees'][number] => ({
  date: dateOf(at),
  what: feeText[type] ?? 'Registry fee',
  amount: amountCents / 100,
})

type Totalled = { ending: LoanEnding; role: Party; sums: ReceiptSums | null; fees: readonly Fee[] }

/** Cost or gain if the debt was paid in money; otherwise only the money that was paid. */
export function totalOf({ ending, role, sums, fees }: Totalled): Receipt['total'] {
  const feeCents = fees.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const isBorrower = role === 'BORROWER'
  if (!sums) {
    return feeCents > 0 ? { label: 'The loan cost you', amount: feeCents / 100 } : null
  }
  const { paidCents, receivedCents } = sums
  if (settlementOf(ending) !== 'MONEY') {
    const label = isBorrower ? 'You repaid in money' : 'You received in money'
    return { label, amount: dollars(paidCents) }
  }
  const gainCents = paidCents === null ? null : paidCents - receivedCents
  if (isBorrower) {
    const amount = gainCents === null ? null : (gainCents + feeCents) / 100
    return { label: 'The loan cost you', amount }
  }
  const amount = gainCents === null ? null : (gainCents - feeCents) / 100
  return { label: 'The loan brought you', amount }
}
