import { Button } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { centsOf } from '@pier/protocol/money'
import { Link } from 'react-router'
import type { Transaction, useTransactions } from '../../../api/transactions.ts'
import { DomainName } from '../../../domains/domain-name.tsx'
import { Money } from '../../../money/money.tsx'
import { TransactionStatus } from '../../../text/status-badge.tsx'
import { PastTheEnd, RowsFailed } from '../../../shell/failures/table-states.tsx'
import { LocalDay } from '../../../text/time-text.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Pager } from '../../../ui/table/pager.tsx'
import styles from './transaction-table.module.css'

type TransactionTableProps = {
  page: number
  /** Where the first page is; the others are below it. */
  home: string
  query: ReturnType<typeof useTransactions>
  onCancel: (withdrawal: Transaction) => void
}

export function TransactionTable({ page, home, query, onCancel }: TransactionTableProps) {
  const { data, error, isPlaceholderData, refetch } = query
  const pages = data?.pages ?? 0
  return (
    <div className={styles.table}>
      <DataTable
        title="Transactions"
        bareTitle
        columns={columnsWith(onCancel)}
        rows={isPlaceholderData ? undefined : data?.transactions}
        keyOf={({ id }) => id}
        pageSize={limits.transactionsPerPage}
        empty={page > 1 ? <PastTheEnd home={home} /> : <Nothing />}
        error={
          error &&
          !data && (
            <RowsFailed
              title="Your transactions could not be loaded"
              error={error}
              onRetry={() => void refetch()}
            />
          )
        }
      />
      {pages > 1 && (
        <Pager
          label="Transactions"
          page={page}
          pages={pages}
          perPage={limits.transactionsPerPage}
          hrefOf={(number) => `${home}/${number}`}
        />
      )}
    </div>
  )
}

const columnsWith = (onCancel: (withdrawal: Transaction) => void): Column<Transaction>[] => [
  { key: 'type', header: 'Type', cell: TypeCell },
  { key: 'amount', header: 'Amount', align: 'right', cell: AmountCell },
  { key: 'method', header: 'Payment Method', cell: ({ method }) => method },
  {
    key: 'status',
    header: 'Status',
    place: 'status',
    wrap: true,
    cell: (row) => <StatusCell row={row} onCancel={() => onCancel(row)} />,
  },
  {
    key: 'created',
    header: 'Created At',
    align: 'right',
    place: 'more',
    cell: ({ created_at }) => <LocalDay at={created_at} />,
  },
]

const TypeCell = ({ type, domain, reference }: Transaction) => (
  <>
    <span className={styles.type}>{type}</span>
    {domain ? <DomainName name={domain} size="row" /> : <small>Reference {reference}</small>}
  </>
)

/** The amount of a failed or cancelled transaction is shown in grey. */
const AmountCell = ({ amount, status }: Transaction) => (
  <span className={styles.amount} data-void={isVoid(status) || undefined}>
    <Money amountCents={centsOf(amount)} size="column" signed />
  </span>
)

const isVoid = (status: string) => status !== 'PENDING' && status !== 'DONE'

function StatusCell({ row, onCancel }: { row: Transaction; onCancel: () => void }) {
  return (
    <div className={styles.status}>
      <div>
        <TransactionStatus status={row.status} />
        {row.note && <small>{row.note}</small>}
      </div>
      {row.can_cancel && (
        <Button
          size="xs"
          variant="default"
          aria-label={`Cancel withdrawal, ${row.reference}`}
          onClick={onCancel}
        >
          Cancel withdrawal
        </Button>
      )}
    </div>
  )
}

const Nothing = () => (
  <EmptyState
    title="Nothing here yet..."
    action={
      <Button component={Link} to="/app/add-balance" variant="default" size="xs">
        Add Balance
      </Button>
    }
  />
)
