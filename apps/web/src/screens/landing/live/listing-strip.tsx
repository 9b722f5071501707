import { formatMoney, formatRate } from '@pier/protocol/money'
import { Link } from 'react-router'
import type { Listing } from '../../../api/listings.ts'
import { DomainName } from '../../../domains/domain-name.tsx'
import { askedOf } from '../../../listings/asked-of.ts'
import { hrefOfListing, publicHome } from '../../../listings/directory-address.ts'
import { Ltv } from '../../../terms/ltv.tsx'
import { clockTime, fullDay } from '../../../text/date-text.ts'
import styles from './listing-strip.module.css'

const baysMax = 4

type ListingStripProps = { listings: Listing[]; total: number; is_capped: boolean; at: string }

/** The newest listings, one in each bay of the pier. */
export function ListingStrip({ listings, total, is_capped: isCapped, at }: ListingStripProps) {
  return (
    <div className={styles.live} data-live-part="">
      <ul aria-label="Newest listings" className={styles.strip}>
        {listings.slice(0, baysMax).map((listing) => (
          <li key={listing.id}>
            <DomainName
              name={listing.unicode}
              size="card"
              to={hrefOfListing(publicHome, listing.id)}
            />
            <dl>
              {factsOf(listing).map(({ label, value }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            <Ltv percent={listing.ltv} />
          </li>
        ))}
      </ul>
      <div className={styles.band}>
        <div className={styles.foot}>
          <p>
            Live from the directory, {fullDay(at)}, {clockTime(at)}. LTV is the loan asked for,
            divided by the estimated value.
          </p>
          <Link to={publicHome}>{sayAll(total, isCapped)}</Link>
        </div>
      </div>
    </div>
  )
}

function sayAll(total: number, isCapped: boolean): string {
  if (isCapped) return `More than ${total.toLocaleString('en-US')} listings`
  return total === 1 ? 'The one listing' : `All ${total.toLocaleString('en-US')} listings`
}

function factsOf(listing: Listing) {
  const { amountCents, termDays, rateBps } = askedOf(listing)
  return [
    { label: 'Asks for', value: formatMoney(amountCents, { whole: true }) },
    { label: 'Term', value: termDays === 1 ? '1 day' : `${termDays} days` },
    { label: 'APR', value: formatRate(rateBps) },
  ]
}
