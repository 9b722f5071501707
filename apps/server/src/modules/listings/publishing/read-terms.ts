import { limits } from '@pier/protocol/limits'
import { parseDollars } from '@pier/protocol/money'
import { AppError } from '../../../platform/app-error.ts'

export type TypedNumber = number | string
export type LoanTerms = { amountCents: number; termDays: number; rateBps: number }

type Typed = { amount: TypedNumber; term: TypedNumber; rate: TypedNumber }

/** Loan terms as people type them; `fields` are their names in the call. */
export function readTerms(
  { amount, term, rate }: Typed,
  fields: Record<keyof Typed, string>,
): LoanTerms {
  const { loanCentsMin, loanCentsMax, termDaysMin, termDaysMax, rateBpsMax } = limits
  const amountCents = parseDollars(String(amount))
  if (amountCents === null || amountCents < loanCentsMin || amountCents > loanCentsMax) {
    throw new AppError('loan_amount_invalid', { field: fields.amount })
  }
  const termDays = /^\d{1,4}$/.test(String(term).trim()) ? Number(term) : Number.NaN
  if (!(termDays >= termDaysMin && termDays <= termDaysMax)) {
    throw new AppError('term_invalid', { field: fields.term })
  }
  const rateBps = parseDollars(String(rate).replace(/ ?%$/, ''))
  if (rateBps === null || rateBps > rateBpsMax) {
    throw new AppError('rate_invalid', { field: fields.rate })
  }
  return { amountCents, termDays, rateBps }
}
