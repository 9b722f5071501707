import { dayMs } from '@pier/protocol/time'
import { useId, useState } from 'react'
import type { Offer } from '../../../api/offers.ts'
import { shortDay, timeLeft } from '../../../text/date-text.ts'
import { DomainName } from '../../../domains/domain-name.tsx'
import { OfferActions, type OfferQuestion } from '../../../offers/offer-actions.tsx'
import styles from './compare-panel.module.css'
import { CompareRows } from './compare-rows.tsx'
import { compareOffers } from './comparison.ts'

type ComparePanelProps = {
  /** On one domain. */
  offers: readonly Offer[]
  now: string
  onAsk: (question: OfferQuestion) => void
}

/** The ask and the chosen offers side by side; on a narrow screen one offer at a time. */
export function ComparePanel({ offers, now, onAsk }: ComparePanelProps) {
  const titleId = useId()
  const [chosen, setChosen] = useState<string>()
  const shown = offers.find(({ id }) => id === chosen) ?? offers[0]
  const [first] = offers
  if (!first || !shown) return null
  const isShown = ({ id }: Offer) => id === shown.id
  return (
    <section aria-labelledby={titleId} className={styles.panel}>
      <div className={styles.head}>
        <h2 id={titleId}>{titleOf(offers)}</h2>
        {offers.length > 1 && <p className={styles.legend}>best in its row</p>}
      </div>
      {offers.length > 1 && <Tabs offers={offers} shown={shown} onChoose={setChosen} />}
      <table aria-labelledby={titleId} className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <small>Compare against your ask</small>
              <DomainName name={first.domain} size="row" />
            </th>
            <th scope="col" className={styles.ask}>
              <span className={styles.who}>Your ask</span>
            </th>
            {offers.map((offer) => (
              <th key={offer.id} scope="col" data-shown={isShown(offer) || undefined}>
                <Who offer={offer} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <CompareRows rows={compareOffers(offers)} shownIndex={offers.findIndex(isShown)} />
          <tr>
            <th scope="row">Expires</th>
            <td aria-label="none" className={styles.ask} />
            {offers.map((offer) => (
              <td key={offer.id} data-shown={isShown(offer) || undefined}>
                <Ends offer={offer} now={now} />
                <OfferActions offer={offer} list="received" onAsk={onAsk} stacked />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <p className={styles.foot}>
        Accepting creates the escrow and sends the agreement to both of you. Other pending offers
        stay as backup offers until you are paid.
      </p>
    </section>
  )
}

const titleOf = ({ length }: readonly Offer[]) =>
  length === 1 ? 'Compare 1 offer' : `Compare ${length} offers`

function Who({ offer: { other, side, message } }: { offer: Offer }) {
  return (
    <>
      <span className={styles.who}>{other.handle}</span>
      <small>{side === 'BORROWER' ? 'your counteroffer' : recordOf(other)}</small>
      {message && <q className={styles.message}>{message}</q>}
    </>
  )
}

function recordOf({ funded, accepted, lapses }: Offer['other']): string {
  const loans = accepted === 0 ? 'no loans yet' : `${funded} of ${accepted} funded`
  return lapses === 0 ? loans : `${loans}, ${lapses} deadlines missed`
}

function Ends({ offer: { expires_at: until }, now }: { offer: Offer; now: string }) {
  const isSoon = Date.parse(until) - Date.parse(now) < dayMs
  return (
    <p className={styles.ends} data-soon={isSoon || undefined}>
      <time dateTime={until} title={until}>
        {shortDay(until)}, {timeLeft({ until, now })}
      </time>
    </p>
  )
}

type TabsProps = { offers: readonly Offer[]; shown: Offer; onChoose: (id: string) => void }

/** Only where there is no room for all of them. */
const Tabs = ({ offers, shown, onChoose }: TabsProps) => (
  <fieldset aria-label="Offer shown" className={styles.tabs}>
    {offers.map(({ id, other }) => (
      <button key={id} type="button" aria-pressed={id === shown.id} onClick={() => onChoose(id)}>
        {other.handle}
      </button>
    ))}
  </fieldset>
)
