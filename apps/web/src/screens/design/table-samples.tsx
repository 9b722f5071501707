import { Button } from '@mantine/core'
import { formatRate } from '@pier/protocol/money'
import { IconChevronRight } from '@tabler/icons-react'
import { longDay, timeLeft } from '../../text/date-text.ts'
import { DomainName } from '../../domains/domain-name.tsx'
import { Money } from '../../money/money.tsx'
import { StatusBadge } from '../../text/status-badge.tsx'
import { TableAnswer } from '../../text/table-answer.tsx'
import { WhoseMove } from '../../loans/next-action/whose-move.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { UnavailableButton } from '../../ui/button/unavailable-button.tsx'
import styles from './table-samples.module.css'

const now = '2026-10-14T14:10:00Z'
const longest = `${'abcdefghi1'.repeat(6)}xyz.com`

type Loan = (typeof loans)[number]

export const loans = [
  loan('lanternfish.com', 'LN-7F3K', 1_450_000, 'LOAN_POSTED', 'You repay', '2026-10-30'),
  loan('xn--bcherkai-65a.de', 'LN-9C2D', 890_000, 'ESCALATED', 'Operators rule', '2026-10-19'),
  loan(longest, 'LN-5H8T', 100_000_000, 'FINALIZED_LENDER_SEIZURE', 'Closed', '2026-10-01'),
  loan('tideglass.com', 'LN-2Q6M', 1, 'PENDING_SIGNATURE', 'You sign', '2026-10-16'),
]

export const loanColumns: Column<Loan>[] = [
  { key: 'domain', header: 'Domain', cell: NameCell },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    cell: ({ amountCents }) => <Money amountCents={amountCents} size="column" />,
  },
  { key: 'term', header: 'Term', align: 'right', place: 'more', cell: () => '120 days' },
  { key: 'rate', header: 'APR', align: 'right', place: 'more', cell: () => formatRate(1800) },
  {
    key: 'status',
    header: 'Status',
    place: 'status',
    cell: ({ status }) => <StatusBadge kind="loan" status={status} phase="ACTIVE" />,
  },
  {
    key: 'move',
    header: 'Whose move',
    place: 'line',
    cell: ({ move }) => <WhoseMove yours={move.startsWith('You')}>{move}</WhoseMove>,
  },
  { key: 'by', header: 'By', cell: ByCell },
  {
    key: 'open',
    header: 'Open',
    bare: true,
    align: 'right',
    place: 'wide',
    cell: () => <IconChevronRight size={18} aria-hidden="true" className={styles.chevron} />,
  },
]

export const domains = [
  { domain: 'weathervane.co', valueCents: 1_560_000, offers: 0, from: '2 Nov 2026' },
  { domain: 'plumbline.ai', valueCents: 7_400_000, offers: 3, from: null },
  { domain: 'bücherhafen.de', valueCents: null, offers: 0, from: null },
]

export const domainColumns: Column<(typeof domains)[number]>[] = [
  {
    key: 'domain',
    header: 'Domain',
    cell: ({ domain, valueCents }) => (
      <>
        <DomainName name={domain} size="row" />
        <small>
          Est. <Money amountCents={valueCents} />
        </small>
      </>
    ),
  },
  { key: 'verified', header: 'Verified', cell: () => <TableAnswer answer="yes" /> },
  {
    key: 'transferred',
    header: 'Transferred',
    cell: ({ from }) => <TableAnswer answer={from ? 'yes' : 'no'} />,
  },
  { key: 'offers', header: 'Offers', align: 'right', cell: ({ offers }) => offers },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    place: 'action',
    cell: ({ from }) => <Actions from={from} />,
  },
]

function Actions({ from }: { from: string | null }) {
  return (
    <div className={styles.actions}>
      <Button size="xs" variant="light">
        Get Loan
      </Button>
      <Button size="xs" variant="default">
        {from ? 'Edit NS' : 'Transfer In'}
      </Button>
      {from && (
        <UnavailableButton size="xs" reason={`from ${from}`}>
          Transfer Out
        </UnavailableButton>
      )}
    </div>
  )
}

function NameCell({ domain, number }: Loan) {
  return (
    <>
      <DomainName name={domain} size="row" />
      <small>{number}</small>
    </>
  )
}

function ByCell({ by, move }: Loan) {
  return (
    <>
      <time dateTime={by}>{longDay(by)}</time>
      <small>{move === 'Closed' ? 'seized' : timeLeft({ until: by, now })}</small>
    </>
  )
}

function loan(
  domain: string,
  number: string,
  amountCents: number,
  status: string,
  move: string,
  by: string,
) {
  return { domain, number, amountCents, status, move, by: `${by}T23:59:00Z` }
}
