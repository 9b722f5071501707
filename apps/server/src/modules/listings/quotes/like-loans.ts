/** What like names borrowed, so coarse that no single loan can be read from it. */
import type { CallOutput } from '@pier/protocol/calls/calls'
import { fewestLoans, lengthSteps, monthsOf, type Group } from './quotes.repository.ts'

type Like = CallOutput<'GET /quotes/:name'>['like']
type Figures = NonNullable<Like['own']>
type Spread = Figures['amount']

type Asked = { unicode: string; suffix: string; now: Date }

/** The figures of all names are given only where like names have none. */
export function presentLike(groups: readonly Group[], { unicode, suffix, now }: Asked): Like {
  const length = Array.from(unicode.slice(0, unicode.indexOf('.'))).length
  const step = lengthSteps.filter((least) => length >= least).length
  const own = groups.find((group) => group.suffix === suffix && group.step === step)
  const all = own ? undefined : groups.find((group) => group.suffix === null)
  const above = lengthSteps[step]
  return {
    suffix,
    length_min: lengthSteps[step - 1] ?? 1,
    length_max: above === undefined ? null : above - 1,
    ...monthsOf(now),
    own: own ? presentGroup(own) : null,
    all: all ? presentGroup(all) : null,
  }
}

const presentGroup = (group: Group): Figures => ({
  loans_least: leastOf(group.loans),
  amount: spreadOf(group.amountCents, roundAmount),
  rate: spreadOf(group.rateBps, (bps) => roundTo(bps / 100, 0.25)),
  term: spreadOf(group.termDays, (days) => Math.max(roundTo(days, 5), 5)),
  ltv:
    group.ltv && group.withValue >= fewestLoans
      ? spreadOf(group.ltv, (percent) => roundTo(percent, 5))
      : null,
})

/** In steps: an exact count, or the difference of two, would tell what `/numbers` hides. */
export const leastOf = (loans: number): number =>
  [fewestLoans, 10, 20, 50, 100, 200, 500, 1000].findLast((least) => least <= loans) ?? 0

function spreadOf(values: readonly number[], round: (value: number) => number): Spread {
  const [p10 = 0, p25 = 0, p50 = 0, p75 = 0, p90 = 0] = values.map(round)
  return { p10, p25, p50, p75, p90 }
}

/** To $50 below $1,000, to $100 below $10,000, to $500 below $100,000, and above to $5,000. */
export function roundAmount(cents: number): number {
  const dollars = cents / 100
  const steps: [below: number, to: number][] = [
    [1000, 50],
    [10_000, 100],
    [100_000, 500],
  ]
  return roundTo(dollars, steps.find(([below]) => dollars < below)?.[1] ?? 5000)
}

const roundTo = (value: number, step: number) => Math.round(value / step) * step
