import {
  adjustedBps,
  interestCents,
  loanToValuePercent,
  payoffCents,
  perDiemCents,
} from '@pier/protocol/loans/loan-terms'
import { limits } from '@pier/protocol/limits'
import { formatMoney, formatRate } from '@pier/protocol/money'

export type LoanTerms = { amountCents: number; termDays: number; rateBps: number }

/**
 * How a figure differs from the ask, and whether that is an improvement (`good`) or not (`wait`).
 */
type Difference = { text: string; tone: 'good' | 'wait' }
export type ComparedRow = {
  label: string
  ask: string
  offer: string
  difference?: Difference
  total?: boolean
}

const quarters = [25, 50, 75]

/** No loan is made beyond these limits, so nothing is calculated. */
export const isCountable = ({ amountCents, termDays, rateBps }: LoanTerms): boolean =>
  amountCents <= limits.loanCentsMax &&
  termDays >= limits.termDaysMin &&
  termDays <= limits.termDaysMax &&
  rateBps <= limits.rateBpsMax

/** The ask beside an offer, row by row. The offer is null until it is typed. */
export function compareTerms(input: {
  ask: LoanTerms
  offer: LoanTerms | null
  valueCents: number | null
}): ComparedRow[] {
  const ask = figuresOf(input.ask, input.valueCents)
  const offer = input.offer && figuresOf(input.offer, input.valueCents)
  return ask.map((row, at) => {
    const other = offer?.[at]
    return {
      label: row.label,
      ask: row.text,
      offer: other?.text ?? unknown,
      ...(row.total && { total: true }),
      ...(row.better && other && differenceOf({ from: row.cents, to: other.cents }, row.better)),
    }
  })
}

const unknown = '\u2013'

type Figure = {
  label: string
  text: string
  cents: number
  better?: 'more' | 'less'
  total?: boolean
}

function figuresOf(terms: LoanTerms, valueCents: number | null): Figure[] {
  const loan = { principalCents: terms.amountCents, rateBps: terms.rateBps }
  const { termDays } = terms
  const money = (label: string, cents: number) => ({ label, text: formatMoney(cents), cents })
  const ltv = loanToValuePercent({ amountCents: terms.amountCents, valueCents })
  const adjusted = { label: 'Adjusted for the term', text: formatRate(adjustedBps(terms)) }
  const early = quarters.map((share) => {
    const days = Math.round((termDays * share) / 100)
    const payoff = payoffCents({ ...loan, termDays, days })
    return money(`Interest if repaid at ${share}% of term`, payoff - terms.amountCents)
  })
  return [
    { ...adjusted, cents: 0 },
    money('Interest you earn', interestCents({ ...loan, days: termDays })),
    { ...money('Interest per day', perDiemCents(loan)), better: 'more' },
    ...early,
    { label: 'Loan to value', text: ltv === null ? 'unknown' : `${ltv}%`, cents: 0 },
    {
      ...money('Borrower repays', payoffCents({ ...loan, termDays, days: termDays })),
      better: 'less',
      total: true,
    },
  ]
}

function differenceOf({ from, to }: { from: number; to: number }, better: 'more' | 'less') {
  if (from === to) return {}
  const word = to > from ? 'more' : 'less'
  const text = `${formatMoney(Math.abs(to - from))} ${word}`
  return { difference: { text, tone: word === better ? ('good' as const) : ('wait' as const) } }
}
