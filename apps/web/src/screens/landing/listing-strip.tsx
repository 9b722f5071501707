import { adjustedBps } from '@pier/protocol/loans/loan-terms'
import { formatMoney, formatRate } from '@pier/protocol/money'
import { DomainName } from '../../domains/domain-name.tsx'
import styles from './listing-strip.module.css'

export type ListingOnStrip = {
  id: string
  domain: string
  amountCents: number
  termDays: number
  rateBps: number
}

/** Up to four listings in a strip. */
export function ListingStrip({ listings }: { listings: ListingOnStrip[] }) {
  return (
    <ul aria-label="Listings" className={styles.strip}>
      {listings.slice(0, 4).map((listing) => (
        <li key={listing.id}>
          <DomainName name={listing.domain} size="card" to={passportOf(listing.domain)} />
          <dl>
            {factsOf(listing).map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

const passportOf = (domain: string) => `/domains?domain=${encodeURIComponent(domain)}`

const factsOf = (listing: ListingOnStrip) => [
  { label: 'Loan', value: formatMoney(listing.amountCents, { whole: true }) },
  { label: 'Term', value: `${listing.termDays} days` },
  { label: 'APR', value: formatRate(listing.rateBps) },
  { label: 'Adjusted', value: formatRate(adjustedBps(listing)) },
]
