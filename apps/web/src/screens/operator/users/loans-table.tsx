import { centsOf, formatMoney } from '@pier/protocol/money'
import { RowTitle } from '../../../operator/page/row-title.tsx'
import { StatusBadge } from '../../../text/status-badge.tsx'
import { TimeText } from '../../../text/time-text.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { DeskUser } from './desk-user.ts'

type Loan = DeskUser['loans'][number]

const columns: Column<Loan>[] = [
  {
    key: 'domain',
    header: 'Domain',
    cell: ({ domain, code }) => (
      <>
        <RowTitle title={domain} />
        <small>{code}</small>
      </>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    place: 'status',
    cell: ({ status, phase }) => <StatusBadge kind="loan" status={status} phase={phase} />,
  },
  {
    key: 'party',
    header: 'As',
    cell: ({ party }) => (party === 'BORROWER' ? 'Borrower' : 'Lender'),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    cell: ({ amount }) => formatMoney(centsOf(amount)),
  },
  { key: 'since', header: 'Since', cell: ({ created_at }) => <TimeText at={created_at} /> },
]

export const LoansTable = ({ loans }: { loans: readonly Loan[] }) => (
  <DataTable
    title="Loans"
    dense
    pageSize={4}
    rows={loans}
    keyOf={({ id }) => id}
    hrefOf={({ id }) => `/operator/loans/${id}`}
    columns={columns}
    empty={<EmptyState title="No loans" />}
  />
)
