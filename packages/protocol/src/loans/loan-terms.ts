/**
 * The arithmetic of a loan: simple interest at a nominal yearly rate, actual days over 365, no
 * compounding. Inputs are whole cents, basis points and days. Each result is worked out in whole
 * numbers and rounded once, half up, at the end.
 */
import { dayMs } from '../time.ts'

const daysAYear = 365
const bpsOfOne = 10_000
const interestDaysMin = 7

type Rate = { principalCents: number; rateBps: number }

export function interestCents({ principalCents, rateBps, days }: Rate & { days: number }): number {
  return divide([principalCents, rateBps, days], [bpsOfOne, daysAYear])
}

/** What one more day costs. For showing only: a sum of days is `interestCents`. */
export const perDiemCents = (rate: Rate): number => interestCents({ ...rate, days: 1 })

/** The rate for this term instead of for a year, in basis points: "Adjusted" on a card. */
export function adjustedBps({ rateBps, termDays }: { rateBps: number; termDays: number }): number {
  return divide([rateBps, termDays], [daysAYear])
}

/**
 * What ends the loan after so many days: early, on time or late, at the same rate. Whoever repays
 * early owes seven days of interest, or the whole term where that is shorter.
 */
export function payoffCents(loan: Rate & { termDays: number; days: number }): number {
  const days = Math.max(loan.days, Math.min(interestDaysMin, loan.termDays))
  return exact(BigInt(loan.principalCents) + BigInt(interestCents({ ...loan, days })))
}

/** In whole percent; null where the domain has no valuation. */
export function loanToValuePercent(loan: { amountCents: number; valueCents: number | null }) {
  if (loan.valueCents === null || loan.valueCents <= 0) return null
  return divide([loan.amountCents, 100], [loan.valueCents])
}

/** Days from one date to another, both as "2026-10-30": the first is not counted, the last is. */
export function daysBetween({ from, to }: { from: string; to: string }): number {
  return (dateMs(to) - dateMs(from)) / dayMs
}

function dateMs(date: string): number {
  const ms = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(ms)) throw new RangeError(`"${date}" is no date`)
  return ms
}

/** Factors over divisors, rounded half up. `BigInt` itself refuses a fraction. */
function divide(factors: number[], divisors: number[]): number {
  if (factors.some((factor) => factor < 0)) throw new RangeError('Loan terms are never negative')
  const above = product(factors)
  const below = product(divisors)
  return exact((above * 2n + below) / (below * 2n))
}

const product = (numbers: number[]) => numbers.reduce((all, each) => all * BigInt(each), 1n)

function exact(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER))
    throw new RangeError('More cents than can be counted')
  return Number(value)
}
