import { Switch } from '@mantine/core'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { deskMs, useOperatorQuery } from '../../../api/operator.ts'
import { decisionTitle } from '../../../shared/operator/decision-words.ts'
import { operatorMeta } from '../../../shared/operator/operator-meta.ts'
import { Loaded, OperatorPage } from '../../../shared/operator/operator-page.tsx'
import { type Decision, ProposedDecision } from '../../../shared/operator/two-keys.tsx'
import { readPage } from '../../../shared/page-number.ts'
import { TimeText } from '../../../shared/time-text.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Pager } from '../../../ui/pager.tsx'
import styles from './decisions.module.css'

export { OperatorCrash as ErrorBoundary } from '../../../shared/operator/operator-crash.tsx'

export const meta = operatorMeta('Decisions')

const perPage = 20
const stateWords: Record<Decision['state'], string> = {
  proposed: 'Waits for key 2',
  declined: 'Declined',
  withdrawn: 'Taken back',
  announced: 'Announced',
  appealed: 'Appealed',
  overtaken: 'Overtaken',
  done: 'Done',
}

/** What waits for the second key, whatever it is about, and the last that were made. */
export default function DecisionsScreen() {
  const [search, setSearch] = useSearchParams()
  const [chosenId, setChosenId] = useState<string | null>(null)
  const isAll = search.get('all') !== null
  const page = readPage(search.get('page') ?? undefined) ?? 1
  const query = { page, open: isAll ? undefined : ('true' as const) }
  const reading = useOperatorQuery(
    'GET /operator/decisions',
    { query },
    { refetchMs: deskMs, keep: true },
  )
  const chosen = reading.data?.decisions.find(({ id }) => id === chosenId)
  return (
    <Loaded query={reading} what="the list of decisions">
      {({ decisions, pages, total }) => (
        <OperatorPage
          title="Decisions"
          kicker={`${total} ${isAll ? 'in all' : 'open'}`}
          aside={
            <Switch
              label="Those that were made too"
              checked={isAll}
              onChange={({ currentTarget }) => setSearch(currentTarget.checked ? { all: '1' } : {})}
            />
          }
          panel={chosen && <Chosen decision={chosen} />}
          panelOf={chosen?.id}
        >
          <DataTable
            title="Decisions"
            bareTitle
            dense
            pageSize={8}
            rows={decisions}
            keyOf={({ id }) => id}
            markedKey={chosen?.id}
            columns={columnsOf(setChosenId)}
            empty={<EmptyState title="Nothing waits for a key" />}
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

const Chosen = ({ decision }: { decision: Decision }) => (
  <>
    <h2>Decision {decision.number}</h2>
    {decision.state === 'proposed' ? (
      <ProposedDecision decision={decision} />
    ) : (
      <>
        <p>{decisionTitle(decision)}</p>
        <p className={styles.said}>{decision.reasons}</p>
      </>
    )}
    {decision.decided_note && <p className={styles.note}>{decision.decided_note}</p>}
    {decision.escrow_id && <Link to={`/operator/loans/${decision.escrow_id}`}>The loan</Link>}
  </>
)

function columnsOf(choose: (id: string) => void): Column<Decision>[] {
  return [
    {
      key: 'what',
      header: 'What',
      cell: ({ id, number, words, terms }) => (
        <button type="button" className={styles.choose} onClick={() => choose(id)}>
          {number}, {decisionTitle({ words, terms })}
        </button>
      ),
    },
    { key: 'state', header: 'State', place: 'status', cell: ({ state }) => stateWords[state] },
    { key: 'first', header: 'Key 1', cell: ({ proposed_by }) => proposed_by.name },
    { key: 'second', header: 'Key 2', cell: ({ decided_by }) => decided_by?.name ?? 'Nobody yet' },
    {
      key: 'at',
      header: 'Proposed',
      cell: ({ proposed_at }) => <TimeText at={proposed_at} withTime />,
    },
  ]
}
