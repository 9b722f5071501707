/** The terms that a visitor tries: where they start, how far they go, and how a link carries them. */
import { limits } from '@pier/protocol/limits'
import { formatMoney, formatRate } from '@pier/protocol/money'
import { parseTerms, type TypedTerms } from '../../../terms/typed-terms.ts'
import type { Terms } from './quote-sums.ts'
import type { Quote } from '../quote-view.ts'

/** A slider moves in whole steps: of dollars, of days, of percent. */
export type Range = { min: number; max: number; step: number }

/** Where nobody has borrowed yet, the calculator still needs somewhere to start. */
const plainStart = { amount: 2000, term: 90, rate: 18 }
const plainAmountMax = 20_000

export function rangesOf({ like, limits: allowed, value }: Quote) {
  const figures = like.own ?? like.all
  const wanted = value?.amount ?? Math.max(plainAmountMax, figures?.amount.p90 ?? 0)
  const max = Math.max(Math.min(wanted, allowed.amount_max), allowed.amount_min)
  const step = max > 50_000 ? 500 : 50
  const min = Math.ceil(allowed.amount_min / step) * step // So that it stops at round sums.
  return {
    amount: { min: Math.min(min, max), max, step },
    term: { min: 7, max: 365, step: 1 },
    rate: { min: 5, max: limits.rateBpsUnusual / 100, step: 0.25 },
  } satisfies Record<keyof TypedTerms, Range>
}

/** As the address says, or else the medians of like names. */
export function startTerms(quote: Quote, search: URLSearchParams): TypedTerms {
  const figures = quote.like.own ?? quote.like.all
  const { amount } = rangesOf(quote)
  const wanted = figures?.amount.p50 ?? plainStart.amount
  const start = {
    amount: amountText(Math.min(Math.max(wanted, amount.min), amount.max)),
    term: String(figures?.term.p50 ?? plainStart.term),
    rate: rateText(figures?.rate.p50 ?? plainStart.rate),
  }
  const linked = {
    amount: search.get('amount') ?? start.amount,
    term: search.get('term') ?? start.term,
    rate: search.get('apr') ?? start.rate,
  }
  return termsOf(linked, quote) ? linked : start
}

export const amountText = (dollars: number) => formatMoney(Math.round(dollars * 100)).slice(1)
export const rateText = (percent: number) => formatRate(Math.round(percent * 100)).slice(0, -1)

/** What is wrong with each part, or null. */
export function problemsOf(typed: TypedTerms, { limits: allowed }: Quote) {
  const { amountCents, termDays, rateBps } = parseTerms(typed)
  const [least, most] = [allowed.amount_min, allowed.amount_max].map((dollars) =>
    formatMoney(dollars * 100, { whole: true }),
  )
  const isBetween = (value: number | null, min: number, max: number) =>
    value !== null && value >= min && value <= max
  return {
    amount: isBetween(amountCents, allowed.amount_min * 100, allowed.amount_max * 100)
      ? null
      : `Between ${least} and ${most}`,
    term: isBetween(termDays, limits.termDaysMin, limits.termDaysMax)
      ? null
      : `Between ${limits.termDaysMin} and ${limits.termDaysMax} days`,
    rate: isBetween(rateBps, 0, limits.rateBpsMax) ? null : 'Between 0 and 100%',
  }
}

/** The terms as numbers; null while one of them is not possible. */
export function termsOf(typed: TypedTerms, quote: Quote): Terms | null {
  const { amountCents, termDays, rateBps } = parseTerms(typed)
  if (Object.values(problemsOf(typed, quote)).some((problem) => problem !== null)) return null
  return amountCents === null || termDays === null || rateBps === null
    ? null
    : { amountCents, termDays, rateBps }
}

/** What the address holds of them, so that a link shares the choice. */
export const searchOf = ({ amountCents, termDays, rateBps }: Terms) => ({
  amount: String(amountCents / 100),
  term: String(termDays),
  apr: String(rateBps / 100),
})
