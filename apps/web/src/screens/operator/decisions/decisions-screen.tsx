import { Switch } from '@mantine/core'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { Link, useSearchParams } from 'react-router'
import { deskMs, useOperatorQuery } from '../../../api/operator.ts'
import {
  type Decision,
  decisionStateText,
  decisionTitle,
  secondKeyOf,
} from '../../../operator/approvals/decision-text.ts'
import { operatorMeta } from '../../../operator/page/operator-meta.ts'
import { Loaded, OperatorPage } from '../../../operator/page/operator-page.tsx'
import { RowTitle } from '../../../operator/page/row-title.tsx'
import { readPage } from '../../../shell/address/page-number.ts'
import { TimeText } from '../../../text/time-text.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Pager } from '../../../ui/table/pager.tsx'

export { OperatorCrash as ErrorBoundary } from '../../../operator/page/operator-crash.tsx'

export const meta = operatorMeta('Decisions')

const perPage = 20

/** All decisions that wait for approval, and the latest ones made. */
export default function DecisionsScreen() {
  const [search, setSearch] = useSearchParams()
  const isAll = search.get('all') !== null
  const page = readPage(search.get('page') ?? undefined) ?? 1
  const query = { page, open: isAll ? undefined : ('true' as const) }
  const reading = useOperatorQuery(
    'GET /operator/decisions',
    { query },
    { refetchMs: deskMs, keep: true },
  )
  return (
    <Loaded query={reading} what="the list of decisions">
      {({ decisions, pages, total }) => (
        <OperatorPage
          title="Decisions"
          kicker={`${total} ${isAll ? 'in all' : 'open'}`}
          aside={
            <Switch
              label="Show completed"
              checked={isAll}
              onChange={({ currentTarget }) => setSearch(currentTarget.checked ? { all: '1' } : {})}
            />
          }
        >
          <DataTable
            title="Decisions"
            bareTitle
            dense
            pageSize={8}
            rows={decisions}
            keyOf={({ id }) => id}
            columns={columns}
            empty={<EmptyState title="No decisions pending" />}
            footer={
              pages > 1 ? (
                <Pager
                  label="Decisions"
                  page={page}
                  pages={pages}
                  perPage={perPage}
                  hrefOf={(next) => `?page=${next}${isAll ? '&all=1' : ''}`}
                />
              ) : null
            }
          />
        </OperatorPage>
      )}
    </Loaded>
  )
}

const columns: Column<Decision>[] = [
  {
    key: 'what',
    header: 'About',
    cell: ({ id, subject }) => (
      <Link to={`/operator/decisions/${id}`}>
        <RowTitle title={subject} />
      </Link>
    ),
  },
  {
    key: 'kind',
    header: 'Decision',
    place: 'line',
    cell: ({ number, words, terms }) => `${number}, ${decisionTitle({ words, terms })}`,
  },
  {
    key: 'sum',
    header: 'Amount',
    cell: ({ sum }) => (sum === null ? 'No amount' : formatMoney(centsOf(sum))),
  },
  {
    key: 'state',
    header: 'State',
    place: 'status',
    cell: ({ state, can_confirm }) =>
      can_confirm ? 'Waiting for your approval' : decisionStateText[state],
  },
  { key: 'first', header: 'Proposed by', cell: ({ proposed_by }) => proposed_by.name },
  {
    key: 'second',
    header: 'Approved by',
    cell: (decision) =>
      secondKeyOf(decision)?.name ?? (decision.state === 'proposed' ? 'Nobody yet' : 'Pending'),
  },
  {
    key: 'at',
    header: 'Time',
    cell: ({ state, lapses_at, proposed_at, decided_at }) =>
      state === 'proposed' ? (
        <>
          Lapses <TimeText at={lapses_at} withTime />
        </>
      ) : (
        <TimeText at={decided_at ?? proposed_at} withTime />
      ),
  },
]
