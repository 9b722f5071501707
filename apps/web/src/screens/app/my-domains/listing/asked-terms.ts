import { centsOf, formatMoney } from '@pier/protocol/money'
import type { DomainDetails } from '../../../../api/domains.ts'
import { parseTerms, sendTerms, type TypedTerms } from '../../../../terms/typed-terms.ts'

/** The name of each field in the calls. */
export const termNames = {
  amount: 'desired_loan_amount',
  term: 'desired_term',
  rate: 'desired_apy',
} as const

const noCheck = () => null // The server checks the limits; each field shows its message.

export const termChecks = {
  desired_loan_amount: noCheck,
  desired_term: noCheck,
  desired_apy: noCheck,
}

export type OwnListing = NonNullable<DomainDetails['listing']>

/** The terms of a listing, as a person would type them. */
export const typedOf = (listing: OwnListing): TypedTerms => ({
  amount: formatMoney(centsOf(listing.desired_loan_amount), { whole: true }).slice(1),
  term: String(listing.desired_term),
  rate: listing.desired_apy.toFixed(2),
})

export function asSent(typed: TypedTerms) {
  const { amount, term, rate } = sendTerms(typed)
  return { desired_loan_amount: amount, desired_term: term, desired_apy: rate }
}

/** Whether the typed terms equal those of the listing. */
export function isSameAsk(typed: TypedTerms, listing: OwnListing): boolean {
  const { amountCents, termDays, rateBps } = parseTerms(typed)
  return (
    amountCents === centsOf(listing.desired_loan_amount) &&
    termDays === listing.desired_term &&
    rateBps === centsOf(listing.desired_apy)
  )
}
