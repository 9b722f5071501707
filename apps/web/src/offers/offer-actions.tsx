import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Offer, OfferList } from '../api/offers.ts'
import styles from './offer-actions.module.css'
import { describeTerms, isToAnswer, isWaiting } from './offer-text.ts'

/** An action on an offer that a dialog confirms first. */
export type OfferQuestion = { kind: 'accept' | 'deny' | 'rescind' | 'counter'; offer: Offer }

type OfferActionsProps = {
  offer: Offer
  list: OfferList
  onAsk: (question: OfferQuestion) => void
  /** At the foot of a comparison: Accept above the others, over the whole width. */
  stacked?: boolean
}

/** The actions on an offer that are open to the viewer. */
export function OfferActions({ offer, list, onAsk, stacked }: OfferActionsProps) {
  if (!isWaiting(offer)) return offer.escrow_id ? <OpenLoan offer={offer} /> : null
  const button = (kind: OfferQuestion['kind'], label: string, variant = 'default') => (
    <Button
      size="xs"
      variant={variant}
      aria-label={`${label}, ${nameOf(offer)}`}
      onClick={() => onAsk({ kind, offer })}
    >
      {label}
    </Button>
  )
  return (
    <div className={styles.actions} data-stacked={stacked || undefined}>
      {isToAnswer(offer, list) ? (
        <>
          {!offer.is_backup && button('accept', 'Accept', stacked ? 'filled' : 'light')}
          {!offer.is_backup && button('counter', 'Counter')}
          {button('deny', 'Deny')}
        </>
      ) : (
        button('rescind', 'Rescind')
      )}
    </div>
  )
}

const OpenLoan = ({ offer }: { offer: Offer }) => (
  <div className={styles.actions}>
    <Button
      component={Link}
      to={`/app/escrow/${offer.escrow_id}`}
      size="xs"
      variant="default"
      aria-label={`Open loan, ${offer.unicode}`}
    >
      Open loan
    </Button>
  </div>
)

/** The offer that a button is about, for screen readers. */
const nameOf = (offer: Offer) => `${offer.unicode}, ${offer.other.handle}, ${describeTerms(offer)}`
