import { limits } from '../limits.ts'

const termDaysFew = 14
const ltvPercentMuch = 60

type Asked = {
  amountCents: number | null
  termDays: number | null
  rateBps: number | null
  valueCents: number | null
}

/** Above this yearly rate the borrower is asked to confirm, and lenders are warned. */
export const isUnusualRate = (rateBps: number | null): boolean =>
  rateBps !== null && rateBps > limits.rateBpsUnusual

/** Warnings about unusual terms, for the borrower. Values not known yet give none. */
export function warnOfTerms({ amountCents, termDays, rateBps, valueCents }: Asked): string[] {
  const isMuch =
    amountCents !== null && valueCents !== null && amountCents * 100 > valueCents * ltvPercentMuch
  return [
    isUnusualRate(rateBps) && 'More than 36% APR. Lenders see this as a warning sign.',
    isMuch && 'More than 60% of its value. Few lenders lend that much.',
    termDays !== null &&
      termDays < termDaysFew &&
      'Under 14 days. Bank transfers can take several days each way.',
  ].filter((warning) => warning !== false)
}
