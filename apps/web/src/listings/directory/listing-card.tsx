import { isUnusualRate } from '@pier/protocol/domains/listing-warnings'
import { adjustedBps, loanToValuePercent } from '@pier/protocol/loans/loan-terms'
import { formatMoney, formatRate } from '@pier/protocol/money'
import { countOf } from '@pier/protocol/text'
import { IconAlertTriangle, IconAnchor, IconWorld } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Tag } from '../../ui/display/tag.tsx'
import { DomainName } from '../../domains/domain-name.tsx'
import styles from './listing-card.module.css'
import { Ltv } from '../../terms/ltv.tsx'
import { Money } from '../../money/money.tsx'

type ListingCardProps = {
  domain: string
  custodyReady: boolean
  /** Age of the name and time left on the listing, in one line. */
  note?: ReactNode
  /** A known name that this one could be taken for. */
  looksLike?: string | null
  valueCents: number | null
  amountCents: number
  termDays: number
  rateBps: number
  heading?: 'h2' | 'h3'
  /** The one thing to do, as a button, and where to read more. */
  action: ReactNode
  more?: ReactNode
}

/** One listing on a card. Rate, rate for the term and dollars are shown together. */
export function ListingCard(listing: ListingCardProps) {
  const { heading: Heading = 'h2', custodyReady, amountCents, termDays, rateBps } = listing
  return (
    <article className={styles.card}>
      <div className={styles.top}>
        <Tag tone={custodyReady ? 'run' : 'neutral'} icon={custodyReady ? IconAnchor : IconWorld}>
          {custodyReady ? 'Custody ready' : 'External'}
        </Tag>
        {listing.note && <span className={styles.note}>{listing.note}</span>}
      </div>
      <Heading className={styles.name}>
        <DomainName name={listing.domain} size="card" />
      </Heading>
      {listing.looksLike && (
        <p className={styles.warning}>
          <IconAlertTriangle size={16} aria-hidden="true" /> Looks like {listing.looksLike}
        </p>
      )}
      {isUnusualRate(rateBps) && (
        <p className={styles.warning}>
          <IconAlertTriangle size={16} aria-hidden="true" /> Above 36% a year
        </p>
      )}
      <dl className={styles.value}>
        <dt>Est. value</dt>
        <dd>
          <Money amountCents={listing.valueCents} />
        </dd>
      </dl>
      <dl className={styles.terms}>
        <Fact kind="loan" name="Loan" value={formatMoney(amountCents, { whole: true })} />
        <Fact kind="adjusted" name="Adjusted" value={formatRate(adjustedBps(listing))} />
        <Fact kind="term" name="Term" value={countOf(termDays, 'day')} />
        <Fact kind="rate" name="APR" value={formatRate(rateBps)} />
      </dl>
      <Ltv percent={loanToValuePercent(listing)} />
      <div className={styles.actions}>
        <div className={styles.action}>{listing.action}</div>
        {listing.more}
      </div>
    </article>
  )
}

function Fact({ kind, name, value }: { kind: string; name: string; value: string }) {
  return (
    <div data-kind={kind}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
