import {
  adjustedBps,
  interestCents,
  loanToValuePercent,
  payoffCents,
} from '@pier/protocol/loans/loan-terms'
import { limits } from '@pier/protocol/limits'
import { parseDollars } from '@pier/protocol/money'

export type TypedTerms = { amount: string; term: string; rate: string }

/** The typed values as numbers; null for what is not a number. The server checks the limits. */
export const parseTerms = ({ amount, term, rate }: TypedTerms) => ({
  amountCents: parseDollars(amount),
  termDays: /^\d{1,4}$/.test(term.trim()) ? Number(term) : null,
  rateBps: parseDollars(rate.replace(/ ?%$/, '')),
})

/** What a loan on these terms adds up to, each figure as soon as it can be calculated. */
export function reckonTerms(typed: TypedTerms, valueCents: number | null) {
  const { amountCents, termDays, rateBps } = parseTerms(typed)
  const principalCents = isCountable(amountCents) ? amountCents : null
  return {
    termDays,
    adjustedBps: rateBps === null || termDays === null ? null : adjustedBps({ rateBps, termDays }),
    ltvPercent:
      principalCents === null
        ? null
        : loanToValuePercent({ amountCents: principalCents, valueCents }),
    ...repayment({ principalCents, termDays, rateBps }),
  }
}

type Terms = { principalCents: number | null; termDays: number | null; rateBps: number | null }

function repayment({ principalCents, termDays, rateBps }: Terms) {
  if (
    principalCents === null ||
    termDays === null ||
    rateBps === null ||
    rateBps > limits.rateBpsMax
  )
    return { interestCents: null, repayCents: null }
  const loan = { principalCents, rateBps, days: termDays }
  return { interestCents: interestCents(loan), repayCents: payoffCents({ ...loan, termDays }) }
}

/** No loan is made beyond this, so no interest is calculated. */
const isCountable = (cents: number | null) => cents !== null && cents <= limits.loanCentsMax

/** What is not a number is sent as typed, so that the server can say what is wrong. */
export function sendTerms(typed: TypedTerms) {
  const { amountCents, termDays, rateBps } = parseTerms(typed)
  return {
    amount: amountCents === null ? typed.amount : amountCents / 100,
    term: termDays ?? typed.term,
    rate: rateBps === null ? typed.rate : rateBps / 100,
  }
}
