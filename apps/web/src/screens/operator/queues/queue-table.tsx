import { Button } from '@mantine/core'
import type { CallOutput } from '@pier/protocol/calls/calls'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { operatorQueues, type OperatorQueue } from '@pier/protocol/operators'
import { Link, useSearchParams } from 'react-router'
import { fullDay, clockTime, spanText, timeLeft } from '../../../text/date-text.ts'
import { useDuty, useNow } from '../../../operator/page/duty-context.tsx'
import { RowTitle } from '../../../operator/page/row-title.tsx'
import { PastTheEnd, RowsFailed } from '../../../shell/failures/table-states.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Pager } from '../../../ui/table/pager.tsx'
import styles from './queue.module.css'

type QueueAnswer = CallOutput<'GET /operator/queues/:queue'>
export type QueueRow = QueueAnswer['rows'][number]

type QueueTableProps = {
  queue: OperatorQueue
  reading: { data: QueueAnswer | undefined; error: unknown; refetch: () => unknown }
  page: number
  isFiltered: boolean
  marked: QueueRow | undefined
  onAssign: (row: QueueRow) => void
  /** Null for operators who may not. */
  onDismiss: ((row: QueueRow) => void) | null
}

const perPage = 20

export function QueueTable({ queue, reading, page, isFiltered, ...rest }: QueueTableProps) {
  const { data, error, refetch } = reading
  const columns = useColumns(queue, rest)
  const hrefOf = usePageHref()
  return (
    <DataTable
      title={operatorQueues[queue]}
      bareTitle
      columns={columns}
      rows={data?.rows}
      keyOf={({ id }) => id}
      markedKey={rest.marked?.id}
      pageSize={8}
      dense
      empty={page > 1 ? <PastTheEnd home={hrefOf(1)} /> : <Empty isFiltered={isFiltered} />}
      error={
        !data &&
        Boolean(error) && (
          <RowsFailed
            title="This queue could not be loaded"
            error={error}
            onRetry={() => void refetch()}
          />
        )
      }
      footer={
        data && data.pages > 1 ? (
          <Pager
            label={operatorQueues[queue]}
            page={page}
            pages={data.pages}
            perPage={perPage}
            hrefOf={hrefOf}
          />
        ) : null
      }
    />
  )
}

const Empty = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState
      title="No matching tasks"
      action={
        <Button component={Link} to="?" variant="default" size="xs">
          Clear filters
        </Button>
      }
    />
  ) : (
    <EmptyState title="This queue is empty" hint="New tasks appear automatically." />
  )

function usePageHref() {
  const [search] = useSearchParams()
  return (page: number) => {
    const next = new URLSearchParams(search)
    next.set('page', String(page))
    return `?${next.toString()}`
  }
}

type Acts = Pick<QueueTableProps, 'onAssign' | 'onDismiss'>

function useColumns(queue: OperatorQueue, { onAssign, onDismiss }: Acts): Column<QueueRow>[] {
  const now = useNow()
  const { id: ownId } = useDuty()
  return [
    {
      key: 'title',
      header: 'What',
      cell: (row) => (
        <>
          {row.link ? (
            <Link to={row.link} className={styles.title}>
              <RowTitle title={row.title} />
            </Link>
          ) : (
            <RowTitle title={row.title} />
          )}
          <small>{row.detail}</small>
        </>
      ),
    },
    { key: 'state', header: 'State', place: 'status', wrap: true, cell: (row) => row.state },
    { key: 'age', header: 'Age', cell: (row) => <Age since={row.since} now={now} /> },
    { key: 'by', header: 'By', cell: (row) => <Deadline by={row.deadline_at} now={now} /> },
    {
      key: 'risk',
      header: 'At risk',
      align: 'right',
      cell: (row) => (row.at_risk === null ? '' : formatMoney(centsOf(row.at_risk))),
    },
    { key: 'next', header: 'Next step', place: 'line', wrap: true, cell: (row) => row.next_step },
    {
      key: 'who',
      header: 'With',
      place: 'action',
      cell: (row) => (
        <span className={styles.who}>
          {row.assigned_to && (
            <span>{row.assigned_to.id === ownId ? 'You' : row.assigned_to.name}</span>
          )}
          <Button size="xs" variant="default" onClick={() => onAssign(row)}>
            {row.assigned_to?.id === ownId ? 'Release' : 'Claim'}
          </Button>
          {onDismiss && row.can_dismiss && (
            <Button size="xs" variant="default" onClick={() => onDismiss(row)}>
              Remove
            </Button>
          )}
        </span>
      ),
    },
  ]
}

const Age = ({ since, now }: { since: string; now: string }) => (
  <time dateTime={since} title={since}>
    {spanText({ until: now, now: since })}
  </time>
)

function Deadline({ by, now }: { by: string | null; now: string }) {
  if (!by) return <span className={styles.none}>No date</span>
  const isLate = by < now
  return (
    <span className={styles.by} data-late={isLate || undefined}>
      <time dateTime={by} title={by}>
        {fullDay(by)}, {clockTime(by)}
      </time>
      <small>
        {isLate ? `late by ${spanText({ until: by, now })}` : timeLeft({ until: by, now })}
      </small>
    </span>
  )
}
