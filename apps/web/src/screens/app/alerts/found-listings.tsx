import { Button } from '@mantine/core'
import { centsOf, formatRate } from '@pier/protocol/money'
import { countOf } from '@pier/protocol/text'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { type Alert, type FoundListing, lookAtAlert, useFound } from '../../../api/alerts.ts'
import { askedOf } from '../../../listings/asked-of.ts'
import { appHome, hrefOfListing } from '../../../listings/directory-address.ts'
import { DomainName } from '../../../domains/domain-name.tsx'
import { Money } from '../../../money/money.tsx'
import { OfferDialog } from '../../../listings/make-offer/offer-dialog.tsx'
import { RowsFailed } from '../../../shell/failures/table-states.tsx'
import { LocalDay } from '../../../text/time-text.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import styles from './alerts-screen.module.css'
import { moreText } from './found-text.ts'

const skeletonRows = 2

/** Showing the list counts as a look: its listings are no longer new the next time. */
export function FoundListings({ alert }: { alert: Alert }) {
  const { data, error, refetch } = useFound(alert)
  const [chosen, setChosen] = useState<FoundListing | null>(null)
  const [opened, setOpened] = useState(false)
  useLook(alert.id, data?.listings.find(({ is_new }) => is_new)?.id)
  const offer = (listing: FoundListing) => {
    setChosen(listing)
    setOpened(true)
  }
  const more = data && moreText({ total: data.total, shown: data.listings.length })
  return (
    <div className={styles.found}>
      <DataTable
        title={`Matches: ${alert.label}`}
        bareTitle
        columns={columnsWith(offer)}
        rows={data?.listings}
        keyOf={({ id }) => id}
        pageSize={skeletonRows}
        empty={
          <p className={styles.nothing}>
            No new listing has matched since you created this alert. Older listings are in{' '}
            <Link to={`${appHome}?${alert.query}`}>Domain Listings</Link>.
          </p>
        }
        error={
          error &&
          !data && (
            <RowsFailed
              title="The matches could not be loaded"
              error={error}
              onRetry={() => void refetch()}
            />
          )
        }
        footer={more && <p className={styles.more}>{more}</p>}
      />
      <OfferDialog
        asked={chosen && askedOf(chosen)}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </div>
  )
}

/** A failed call is ignored: the same listings are simply new once more. */
function useLook(alertId: string, newestId: string | undefined) {
  const queries = useQueryClient()
  useEffect(() => {
    if (newestId) lookAtAlert(queries, alertId).catch(() => undefined)
  }, [newestId, alertId, queries])
}

const columnsWith = (offer: (listing: FoundListing) => void): Column<FoundListing>[] => [
  { key: 'domain', header: 'Domain', cell: NameCell },
  {
    key: 'loan',
    header: 'Loan',
    align: 'right',
    cell: ({ desired_loan_amount: amount }) => (
      <Money amountCents={centsOf(amount)} size="column" whole />
    ),
  },
  {
    key: 'term',
    header: 'Term',
    align: 'right',
    cell: ({ desired_term: days }) => countOf(days, 'day'),
  },
  {
    key: 'apr',
    header: 'APR',
    align: 'right',
    cell: ({ desired_apy: apr }) => formatRate(centsOf(apr)),
  },
  {
    key: 'ltv',
    header: 'LTV',
    align: 'right',
    place: 'more',
    cell: ({ ltv }) => (ltv === null ? 'No value' : `${ltv}%`),
  },
  {
    key: 'found',
    header: 'Found',
    place: 'more',
    cell: ({ found_at }) => <LocalDay at={found_at} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    place: 'action',
    cell: (listing) => (
      <Button
        variant="default"
        size="xs"
        aria-label={`Make Offer on ${listing.unicode}`}
        onClick={() => offer(listing)}
      >
        Make Offer
      </Button>
    ),
  },
]

const NameCell = ({ id, domain, is_new: isNew }: FoundListing) => (
  <span className={styles.name}>
    <Link to={hrefOfListing(appHome, id)}>
      <DomainName name={domain} size="row" />
    </Link>
    {isNew && <Tag tone="run">New</Tag>}
  </span>
)
