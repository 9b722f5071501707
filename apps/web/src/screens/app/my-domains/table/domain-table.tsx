import { Button } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { Link } from 'react-router'
import type { Domain, DomainView, useDomains } from '../../../../api/domains.ts'
import type { Over } from '../../../../shell/address/over.ts'
import { PastTheEnd, RowsFailed } from '../../../../shell/failures/table-states.tsx'
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { Pager } from '../../../../ui/table/pager.tsx'
import { DomainActions } from './domain-actions.tsx'
import { home, hrefOfDialog, hrefOfView } from '../domain/domain-address.ts'
import {
  LoanCell,
  NameCell,
  OffersCell,
  TransferredCell,
  ValueCell,
  VerifiedCell,
} from './domain-cells.tsx'
import { ListingCell } from './listing-cell.tsx'
import styles from './domain-table.module.css'

type DomainTableProps = {
  view: DomainView
  query: ReturnType<typeof useDomains>
  over: Over
}

export function DomainTable({ view, query, over }: DomainTableProps) {
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = query
  const pages = data?.pages ?? 0
  return (
    <div className={styles.table}>
      <DataTable
        title="Domains"
        bareTitle
        columns={columnsWith(over, new Date(dataUpdatedAt))}
        rows={isPlaceholderData ? undefined : data?.domains}
        keyOf={({ id }) => id}
        pageSize={limits.domainsPerPage}
        empty={<Nothing view={view} over={over} />}
        error={
          error &&
          !data && (
            <RowsFailed
              title="Your domains could not be loaded"
              error={error}
              onRetry={() => void refetch()}
            />
          )
        }
      />
      {pages > 1 && (
        <Pager
          label="Domains"
          page={view.page}
          pages={pages}
          perPage={limits.domainsPerPage}
          hrefOf={(page) => hrefOfView({ ...view, page })}
        />
      )}
    </div>
  )
}

/** `now` is when the rows were read, by the clock of this device. */
const columnsWith = (over: Over, now: Date): Column<Domain>[] => [
  {
    key: 'domain',
    header: 'Domain',
    cell: (domain) => <NameCell domain={domain} over={over} />,
  },
  { key: 'verified', header: 'Verified', place: 'more', cell: VerifiedCell },
  {
    key: 'transferred',
    header: 'Transferred',
    wrap: true,
    place: 'more',
    cell: (domain) => <TransferredCell domain={domain} over={over} />,
  },
  { key: 'value', header: 'Value', cell: ValueCell },
  {
    key: 'listing',
    header: 'Listing',
    cell: (domain) => <ListingCell domain={domain} over={over} now={now} />,
  },
  { key: 'offers', header: 'Offers', align: 'right', place: 'more', cell: OffersCell },
  { key: 'escrow', header: 'In Escrow', place: 'more', cell: LoanCell },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    place: 'action',
    wrap: true,
    cell: (domain) => <DomainActions domain={domain} now={now} over={over} />,
  },
]

function Nothing({ view, over }: { view: DomainView; over: Over }) {
  if (view.page > 1) return <PastTheEnd home={hrefOfView({ ...view, page: 1 })} />
  if (view.search || view.filter !== 'all') return <NotFound />
  return (
    <EmptyState
      title="No domains yet"
      hint="Add a domain, verify it with a DNS record, and list it for a loan."
      action={
        <Button component={Link} to={hrefOfDialog('add')} state={over}>
          Add Domain
        </Button>
      }
    />
  )
}

const NotFound = () => (
  <EmptyState
    title="No matching domains"
    action={
      <Button component={Link} to={home} variant="default" size="xs">
        Show all
      </Button>
    }
  />
)
