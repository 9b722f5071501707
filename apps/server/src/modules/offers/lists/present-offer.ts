/** An offer on the wire, as seen by one of its two parties. */
import type { offerSchema } from '@pier/protocol/calls/offers'
import { adjustedBps, interestCents } from '@pier/protocol/loans/loan-terms'
import type { z } from 'zod'
import type { ListedOffer } from '../records/offer-lists.repository.ts'
import type { Side } from '../records/offers.repository.ts'

type OfferView = z.input<typeof offerSchema>
type Seen = { role: Side; now: Date }

export function presentOffer(offer: ListedOffer, { role, now }: Seen): OfferView {
  const { id, version, side, status, message, reason, contract, expiresAt } = offer
  const isWaiting = status === 'PENDING' && expiresAt > now
  return {
    id,
    domain: offer.name,
    unicode: offer.unicodeName,
    domain_id: offer.domainId,
    listing_id: offer.listingId,
    ...presentTerms(offer),
    status,
    message,
    reason,
    side,
    version,
    contract,
    other: {
      handle: offer.otherHandle ?? 'unnamed',
      funded: Number(offer.otherFunded),
      lapses: Number(offer.otherLapses),
      accepted: Number(offer.otherAccepted),
    },
    is_backup: status === 'PENDING' && offer.isReserved,
    your_move: isWaiting && side !== role && !offer.isReserved,
    expires_at: expiresAt.toISOString(),
    created_at: offer.createdAt.toISOString(),
    decided_at: offer.decidedAt?.toISOString() ?? null,
    escrow_id: offer.escrowId,
    ask: {
      loan_amount: Number(offer.askAmountCents) / 100,
      term: offer.askTermDays,
      apy: offer.askRateBps / 100,
      value: offer.askValueCents === null ? null : Number(offer.askValueCents) / 100,
    },
  }
}

function presentTerms({ amountCents, termDays, rateBps }: ListedOffer) {
  const principalCents = Number(amountCents)
  const interest = interestCents({ principalCents, rateBps, days: termDays })
  return {
    loan_amount: principalCents / 100,
    term: termDays,
    apy: rateBps / 100,
    adjusted: adjustedBps({ rateBps, termDays }) / 100,
    interest: interest / 100,
    repay: (principalCents + interest) / 100,
  }
}
