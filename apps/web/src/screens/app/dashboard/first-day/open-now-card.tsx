import { centsOf } from '@pier/protocol/money'
import { useNewestListings } from '../../../../api/listings.ts'
import { DomainName } from '../../../../domains/domain-name.tsx'
import { Money } from '../../../../money/money.tsx'
import { LoadFailed } from '../../../../shell/failures/load-failed.tsx'
import { CardText, SummaryCard } from '../summary-card.tsx'
import styles from './first-day.module.css'

const newestCount = 3

/** The newest listings, for somebody who has not seen the directory yet. */
export function OpenNowCard() {
  const { data, error, refetch } = useNewestListings(newestCount)
  return (
    <SummaryCard
      title="Open now"
      link={{ to: '/app/listings', label: 'Domain Listings' }}
      busy={!data && !error}
    >
      {error && !data && (
        <LoadFailed what="The listings" error={error} onRetry={() => void refetch()} />
      )}
      {data && data.total === 0 && <CardText>No name is listed right now.</CardText>}
      {data && data.total > 0 && (
        <>
          <ul className={styles.open}>
            {data.listings.map(({ id, domain, desired_loan_amount }) => (
              <li key={id}>
                <DomainName name={domain} size="row" to={`/app/listings/listing/${id}`} />
                <Money amountCents={centsOf(desired_loan_amount)} whole />
              </li>
            ))}
          </ul>
          <CardText>
            {data.total === 1
              ? '1 listing'
              : `${data.total.toLocaleString('en-US')} listings, newest first`}
          </CardText>
        </>
      )}
    </SummaryCard>
  )
}
