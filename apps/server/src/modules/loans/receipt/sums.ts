/**
 * What a loan came to. Whatever was paid, in money or with the domain, is the principal, the interest
 * up to the day it stopped, what the lender advanced for the name, and the difference between what was
 * owed and what was paid:
 *
 *     paid + byDomain + unpaid = principal + interest + advances + difference
 *
 * Where the last sum was never named, neither `paid` nor `difference` is known.
 */
import { interestCents, perDiemCents } from '@pier/protocol/loans/loan-terms'
import { interestDays, owedOn, type LoanDebt } from '@pier/protocol/loans/repayment'
import type { settlementOf } from './ending.ts'
import type { ReceiptLine } from './lines.ts'

const interestDaysMin = 7

export type ReceiptSums = {
  principalCents: number
  interestCents: number
  advanceCents: number
  interestDays: number
  isLeast: boolean
  perDiemCents: number | null
  receivedCents: number
  differenceCents: number | null
  byDomainCents: number
  unpaidCents: number
  paidCents: number | null
  /** What came at the end, after the parts. */
  lastCents: number | null
  stoppedOn: string
  agreed: { date: string; cents: number }
  savedCents: number | null
}

type Summed = {
  debt: LoanDebt
  lines: readonly ReceiptLine[]
  settledWith: Exclude<ReturnType<typeof settlementOf>, 'NO_DEBT'>
  endedOn: string
  /** The final due date, and the days of interest agreed up to it. */
  due: { date: string; days: number }
}

export function sumsOf({ debt, lines, settledWith, endedOn, due }: Summed): ReceiptSums {
  const { principalCents, rateBps } = debt
  const stoppedOn = stopOf({ debt, lines, settledWith, endedOn })
  const rest = owedOn(debt, stoppedOn)
  const partCents = debt.payments.reduce((sum, { amountCents }) => sum + amountCents, 0)
  // Interest is all that was ever due, less principal and advances.
  const advanceCents = debt.advances.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const interest = partCents + rest.payoffCents - principalCents - advanceCents
  const days = interestDays(debt, stoppedOn)
  const leastDays = Math.min(interestDaysMin, debt.termDays)
  const lastCents = settledWith === 'MONEY' ? lastOf(lines) : 0
  const agreedInterest = interestCents({ principalCents, rateBps, days: due.days })
  const paidCents = lastCents === null ? null : partCents + lastCents
  return {
    principalCents,
    interestCents: interest,
    advanceCents,
    interestDays: Math.max(days, leastDays),
    isLeast: days < leastDays,
    perDiemCents: debt.payments.length > 0 ? null : perDiemCents({ principalCents, rateBps }),
    receivedCents: receivedOf(lines, principalCents),
    differenceCents: differenceOf(lastCents, settledWith === 'MONEY' ? rest.payoffCents : 0),
    byDomainCents: settledWith === 'DOMAIN' ? rest.payoffCents : 0,
    unpaidCents: settledWith === 'NOTHING' ? rest.payoffCents : 0,
    paidCents,
    lastCents,
    stoppedOn,
    agreed: { date: due.date, cents: principalCents + agreedInterest },
    savedCents: settledWith === 'MONEY' && paidCents !== null ? agreedInterest - interest : null,
  }
}

/** The day of the last payment, or the day the loan ended where none was named. */
function stopOf({ debt, lines, settledWith, endedOn }: Omit<Summed, 'due'>): string {
  const last = lines.findLast(isLast)
  const parts = debt.payments.map(({ paidOn }) => paidOn)
  const isOverByParts = settledWith === 'MONEY' && !last
  const on = isOverByParts ? [] : [last?.date ?? endedOn]
  return [debt.valueDate, ...parts, ...on].toSorted().at(-1) ?? endedOn
}

const isLast = ({ kind, to }: ReceiptLine) =>
  to === 'LENDER' && (kind === 'REPAYMENT' || kind === 'PAYOUT')

const differenceOf = (lastCents: number | null, owedCents: number) =>
  lastCents === null ? null : lastCents - owedCents

/** Null if no sum was named; 0 if partial payments left nothing. */
function lastOf(lines: readonly ReceiptLine[]): number | null {
  const last = lines.findLast(isLast)
  return last ? last.amountCents : 0
}

function receivedOf(lines: readonly ReceiptLine[], principalCents: number): number {
  const came = lines.filter(({ from }) => from === 'LENDER')
  if (came.length === 0) return principalCents
  return came.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0)
}
