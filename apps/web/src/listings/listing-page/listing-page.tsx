import { Button } from '@mantine/core'
import { isUnusualRate } from '@pier/protocol/domains/listing-warnings'
import { formatMoney, formatRate } from '@pier/protocol/money'
import { adjustedBps, interestCents, loanToValuePercent } from '@pier/protocol/loans/loan-terms'
import { countOf } from '@pier/protocol/text'
import { IconAnchor, IconChevronLeft, IconClock, IconWorld } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ListingDetails } from '../../api/listings.ts'
import { Tag } from '../../ui/display/tag.tsx'
import { fullDay } from '../../text/date-text.ts'
import { askedOf } from '../asked-of.ts'
import type { DirectoryHome } from '../directory-address.ts'
import { endsIn } from '../directory-text.ts'
import { DomainName } from '../../domains/domain-name.tsx'
import type { Over } from '../../shell/address/over.ts'
import { OfferPanel } from '../make-offer/offer-panel.tsx'
import styles from './listing-page.module.css'
import { PassportPanel } from './passport-panel.tsx'

type ListingPageProps = { home: DirectoryHome; listing: ListingDetails; nowMs: number }

/** One listing: what is asked, all that is known about the name, and an offer beside it. */
export function ListingPage({ home, listing, nowMs }: ListingPageProps) {
  return (
    <div className={styles.page}>
      <Link to={home} className={styles.back}>
        <IconChevronLeft size={18} aria-hidden="true" /> Domain listings
      </Link>
      <Head listing={listing} nowMs={nowMs} />
      <Figures listing={listing} />
      <div className={styles.columns}>
        <PassportPanel listing={listing} nowMs={nowMs} />
        <section aria-labelledby="offer" className={styles.offer}>
          <div className={styles.offerHead}>
            <h2 id="offer">{listing.is_own ? 'Your listing' : 'Make Offer'}</h2>
            <DomainName name={listing.domain} size="row" />
          </div>
          <Offer listing={listing} />
        </section>
      </div>
      <p className={styles.report}>
        Stolen or abused?{' '}
        <Link to={`/report?domain=${encodeURIComponent(listing.domain)}`}>Report this domain</Link>
      </p>
    </div>
  )
}

function Head({ listing, nowMs }: Omit<ListingPageProps, 'home'>) {
  const { custody_ready: isReady } = listing
  return (
    <div className={styles.head}>
      <h1>
        <DomainName name={listing.domain} size="passport" />
      </h1>
      <div className={styles.state}>
        <Tag tone={isReady ? 'run' : 'neutral'} icon={isReady ? IconAnchor : IconWorld}>
          {isReady ? 'Custody ready' : 'External'}
        </Tag>{' '}
        <Tag tone="neutral" icon={IconClock}>
          {listing.is_open ? `Listing ${endsIn(listing.expires_at, nowMs)}` : 'Closed'}
        </Tag>
        <p>
          Listed by <strong>{listing.owner.handle}</strong>, {fullDay(listing.created_at)}
        </p>
      </div>
    </div>
  )
}

function Figures({ listing }: { listing: ListingDetails }) {
  const asked = askedOf(listing)
  const { amountCents, termDays, rateBps, valueCents } = asked
  const percent = loanToValuePercent(asked)
  const interest = interestCents({ principalCents: amountCents, rateBps, days: termDays })
  const whole = { whole: true }
  const figures = [
    {
      label: 'Loan',
      value: formatMoney(amountCents, whole),
      note: percent === null ? 'no value known' : `${percent}% of the value`,
    },
    {
      label: 'Term',
      value: countOf(termDays, 'day'),
      note: 'from the day the loan is received',
    },
    {
      label: 'APR',
      value: formatRate(rateBps),
      note: isUnusualRate(rateBps) ? 'above 36% a year' : 'simple, no compounding',
      isUnusual: isUnusualRate(rateBps),
    },
    {
      label: 'Adjusted',
      value: formatRate(adjustedBps(asked)),
      note: `${formatMoney(interest)} interest`,
    },
    {
      label: 'Est. value',
      value: valueCents === null ? '??.??' : formatMoney(valueCents, whole),
      note: listing.value
        ? `${listing.value.source}, ${fullDay(listing.value.at)}`
        : 'no estimate yet',
    },
  ]
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, value, note, isUnusual }) => (
        <div key={label} data-unusual={isUnusual || undefined}>
          <dt>{label}</dt>
          <dd className={styles.figure}>{value}</dd>
          <dd className={styles.note}>{note}</dd>
        </div>
      ))}
    </dl>
  )
}

function Offer({ listing }: { listing: ListingDetails }) {
  if (listing.is_own) return <OwnListing listing={listing} />
  if (!listing.is_open)
    return <p className={styles.text}>This listing is closed and no longer accepts offers.</p>
  return (
    <>
      {listing.pending_offers > 0 && (
        <p className={styles.text}>
          {listing.pending_offers === 1
            ? '1 offer is waiting for an answer.'
            : `${listing.pending_offers} offers are waiting for an answer.`}
        </p>
      )}
      <OfferPanel key={listing.id} asked={askedOf(listing)} />
    </>
  )
}

/** Each opens over My Domains; closing leads back here. */
function OwnListing({ listing }: { listing: ListingDetails }) {
  const open = (dialog: string) => ({
    to: `/app/my-domains/${dialog}?domain=${listing.domain_id}`,
    state: { over: '/app/my-domains' } satisfies Over,
  })
  return (
    <div className={styles.own}>
      <p className={styles.text}>
        This is your own listing.{' '}
        {listing.is_open
          ? `It ends on ${fullDay(listing.expires_at)}.`
          : 'Lenders cannot see it now.'}
      </p>
      <Button component={Link} {...open('edit-listing')}>
        Edit listing
      </Button>
      <Button component={Link} {...open('renew-listing')} variant="default">
        Renew listing
      </Button>
      <Button component={Link} {...open('unlist')} variant="quietDanger">
        Remove Listing
      </Button>
    </div>
  )
}
