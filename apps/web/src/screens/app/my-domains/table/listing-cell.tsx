import { centsOf, formatMoney, formatRate } from '@pier/protocol/money'
import { isOpenForDomain } from '@pier/protocol/lifecycles/domain'
import { Link } from 'react-router'
import { type Domain, stateOf } from '../../../../api/domains.ts'
import type { Over } from '../../../../shell/address/over.ts'
import { type DialogName, hrefOfDialog } from '../domain/domain-address.ts'
import styles from './domain-table.module.css'
import { describeEnd, isEndingSoon } from '../domain/domain-text.ts'

type ListingCellProps = { domain: Domain; over: Over; now: Date }

/** The terms of a listing, how long it is shown, and its actions. */
export function ListingCell({ domain, over, now }: ListingCellProps) {
  const { listing } = domain
  if (!listing) return <span className={styles.quiet}>{withoutListing(domain)}</span>
  if (listing.state === 'taken') return <span className={styles.quiet}>Offer accepted</span>
  return (
    <div className={styles.listing}>
      <strong>{describeAsk(listing)}</strong>
      <small>
        <span data-soon={isEndingSoon(listing, now) || undefined}>{describeEnd(listing, now)}</span>
        {isOpenForDomain('editListing', stateOf(domain), now) && (
          <Links domain={domain} over={over} />
        )}
      </small>
    </div>
  )
}

const withoutListing = ({ status, open_escrow_id }: Domain) => {
  if (status === 'IN_ESCROW') return 'In a loan'
  return open_escrow_id ? 'Offer accepted' : 'Not listed'
}

const describeAsk = (listing: NonNullable<Domain['listing']>) =>
  [
    formatMoney(centsOf(listing.desired_loan_amount), { whole: true }),
    `${listing.desired_term} d`,
    formatRate(centsOf(listing.desired_apy)),
  ].join(', ')

const links: { dialog: DialogName; text: string; name: string }[] = [
  { dialog: 'edit-listing', text: 'Edit', name: 'Edit listing' },
  { dialog: 'renew-listing', text: 'Renew', name: 'Renew listing' },
  { dialog: 'unlist', text: 'Remove', name: 'Remove Listing' },
]

const Links = ({ domain, over }: Omit<ListingCellProps, 'now'>) =>
  links.map(({ dialog, text, name }) => (
    <Link
      key={dialog}
      to={hrefOfDialog(dialog, domain.id)}
      state={over}
      aria-label={`${name}, ${domain.domain}`}
    >
      {text}
    </Link>
  ))
