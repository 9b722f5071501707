import { centsOf, formatMoney, formatRate } from '@pier/protocol/money'
import { railOf } from '@pier/protocol/rails'
import { countOf } from '@pier/protocol/text'
import type { Offer, OfferList } from '../api/offers.ts'
import { roughLeft, shortDay } from '../text/date-text.ts'

/** Texts for reason codes; any other reason was typed by a person. */
const knownReasons: Record<string, string> = {
  EXPIRED: '',
  REPLACED: 'replaced by a newer offer',
  COUNTERED: 'countered',
  LISTING_REMOVED: 'the listing was removed',
  OWNERSHIP_CHANGED: 'the domain changed owner',
}

type Line = Pick<
  Offer,
  'status' | 'reason' | 'side' | 'is_backup' | 'expires_at' | 'created_at' | 'decided_at'
>

/** The line below the status: until when the offer is open, or when and why it ended. */
export function describeOffer(offer: Line, { list, now }: { list: OfferList; now: string }) {
  if (offer.status !== 'PENDING') {
    const day = shortDay(offer.decided_at ?? offer.created_at)
    const reason = reasonOf(offer.reason)
    return reason ? `${day}, ${reason}` : day
  }
  const until = offer.expires_at
  const left = roughLeft({ until, now })
  const ends = `expires ${shortDay(until)}, ${left === 'over' ? 'now' : `in ${left}`}`
  return [counterText(offer, list), offer.is_backup && 'backup', ends].filter(Boolean).join(', ')
}

/**
 * Marks an offer that the borrower made: "your counteroffer" in the received list, "their counteroffer" in
 * the sent one.
 */
function counterText({ side }: Pick<Offer, 'side'>, list: OfferList): string | false {
  if (side !== 'BORROWER') return false
  return list === 'received' ? 'your counteroffer' : 'their counteroffer'
}

function reasonOf(reason: string | null): string {
  if (!reason) return ''
  if (Object.hasOwn(knownReasons, reason)) return knownReasons[reason] ?? ''
  return `“${reason}”`
}

/** The other side wrote it, so this side answers. */
export const isToAnswer = ({ side }: Pick<Offer, 'side'>, list: OfferList): boolean =>
  (side === 'LENDER') === (list === 'received')

export const isWaiting = ({ status }: Pick<Offer, 'status'>): boolean => status === 'PENDING'

/** "$32,000 for 180 days at 14.50%". */
export function describeTerms({
  loan_amount,
  term,
  apy,
}: Pick<Offer, 'loan_amount' | 'term' | 'apy'>) {
  const amount = formatMoney(centsOf(loan_amount), { whole: true })
  return `${amount} for ${daysOf(term)} at ${formatRate(centsOf(apy))}`
}

/** How the money of a loan is sent, by the contract of the offer. */
export const railLabel = (contract: number): string =>
  railOf(contract) === 'crypto' ? 'Cryptocurrency' : 'Bank Transfer'

/** What the agreement says of fees, for the side that accepts. */
export function costText(isBorrower: boolean): string {
  const registry = isBorrower
    ? 'If the domain is not in custody yet, your balance pays the registry fee for the transfer.'
    : 'The borrower pays the registry fee for the transfer into custody.'
  return `Accepting costs nothing. ${registry} The sender of a payment pays its bank or network fee.`
}

export const daysOf = (term: number): string => countOf(term, 'day')
