import { limits } from '@pier/protocol/limits'
import { centsOf, formatMoney, formatRate } from '@pier/protocol/money'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { LoanRow, Role, useLoans } from '../../api/loans/loans.ts'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { timeLeft } from '../../text/date-text.ts'
import { DomainName } from '../../domains/domain-name.tsx'
import { Money } from '../../money/money.tsx'
import { daysOf } from '../../offers/offer-text.ts'
import { StatusBadge } from '../../text/status-badge.tsx'
import { PastTheEnd, RowsFailed } from '../../shell/failures/table-states.tsx'
import { TimeText } from '../../text/time-text.tsx'
import { WhoseMove } from '../next-action/whose-move.tsx'
import { daysOfPhase } from '../phase-days.ts'

type LoanTableProps = {
  title: string
  /** The role of the reader in these loans. */
  party: Role
  page: number
  hrefOf: (page: number) => string
  query: ReturnType<typeof useLoans>
  empty: ReactNode
}

/** The reader's loans in one role. The whole row links to the loan. */
export function LoanTable({ title, party, page, hrefOf, query, empty }: LoanTableProps) {
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = query
  const pages = data?.pages ?? 0
  return (
    <DataTable
      title={title}
      columns={columnsFor(party, new Date(dataUpdatedAt).toISOString())}
      rows={isPlaceholderData ? undefined : data?.escrows}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/app/escrow/${id}`}
      pageSize={limits.offersPerPage}
      empty={page > 1 ? <PastTheEnd home={hrefOf(1)} /> : empty}
      error={
        error &&
        !data && (
          <RowsFailed
            title="Your loans could not be loaded"
            error={error}
            onRetry={() => void refetch()}
          />
        )
      }
      footer={
        pages > 1 && (
          <Pager
            label={title}
            page={page}
            pages={pages}
            perPage={limits.offersPerPage}
            hrefOf={hrefOf}
          />
        )
      }
    />
  )
}

/** `now` is when the rows were read, by the clock of this device. */
function columnsFor(party: Role, now: string): Column<LoanRow>[] {
  const collect: Column<LoanRow> = {
    key: 'collect',
    header: 'You collect',
    align: 'right',
    cell: ({ repay, paid }) => (
      <>
        <Money amountCents={centsOf(repay)} size="column" />
        {paid > 0 && <small>plus {formatMoney(centsOf(paid))} already paid</small>}
      </>
    ),
  }
  return [
    { key: 'domain', header: 'Domain', cell: NameCell },
    {
      key: 'amount',
      header: 'Amount',
      align: 'right',
      cell: ({ amount }) => <Money amountCents={centsOf(amount)} size="column" />,
    },
    { key: 'term', header: 'Term', align: 'right', cell: ({ term }) => daysOf(term) },
    {
      key: 'apr',
      header: 'APR',
      align: 'right',
      place: 'more',
      cell: ({ apy }) => formatRate(centsOf(apy)),
    },
    ...(party === 'lender' ? [{ ...collect, place: 'more' as const }] : []),
    {
      key: 'status',
      header: 'Status',
      place: 'status',
      cell: (row) => (
        <StatusBadge
          kind="loan"
          status={row.status}
          phase={row.phase}
          days={daysOfPhase(row, now)}
        />
      ),
    },
    {
      key: 'move',
      header: 'Next step',
      cell: ({ your_move, move }) => <WhoseMove yours={your_move}>{move}</WhoseMove>,
    },
    { key: 'by', header: 'Due by', cell: (row) => <ByCell row={row} now={now} /> },
    {
      key: 'open',
      header: 'Open',
      bare: true,
      align: 'right',
      place: 'wide',
      cell: () => <IconChevronRight size={18} aria-hidden="true" />,
    },
  ]
}

const NameCell = ({ domain, code }: LoanRow) => (
  <>
    <DomainName name={domain} size="row" />
    <small>{code}</small>
  </>
)

function ByCell({ row: { deadline_at, clock_stopped }, now }: { row: LoanRow; now: string }) {
  if (!deadline_at) return null
  return (
    <>
      <TimeText at={deadline_at} />
      <small>{clock_stopped ? 'paused' : timeLeft({ until: deadline_at, now })}</small>
    </>
  )
}
