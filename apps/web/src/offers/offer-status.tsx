import type { Offer, OfferList } from '../api/offers.ts'
import { StatusBadge } from '../text/status-badge.tsx'
import { describeOffer } from './offer-text.ts'

type OfferStatusProps = { offer: Offer; list: OfferList; now: string }

export const OfferStatus = ({ offer, list, now }: OfferStatusProps) => (
  <>
    <StatusBadge kind="offer" status={offer.status} reason={offer.reason} />
    <small>{describeOffer(offer, { list, now })}</small>
  </>
)
