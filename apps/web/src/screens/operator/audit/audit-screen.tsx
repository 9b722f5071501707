import { Button } from '@mantine/core'
import type { CallOutput } from '@pier/protocol/calls/calls'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { deskMs, operatorDownload, useOperatorQuery } from '../../../api/operator.ts'
import { useMay } from '../../../operator/page/duty-context.tsx'
import { FilterChoice, FilterDate, Filters, FilterText } from '../../../operator/page/filters.tsx'
import { operatorMeta } from '../../../operator/page/operator-meta.ts'
import { Loaded, OperatorPage } from '../../../operator/page/operator-page.tsx'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import { useAddress } from '../../../operator/page/use-address.ts'
import { PastTheEnd } from '../../../shell/failures/table-states.tsx'
import { TimeText } from '../../../text/time-text.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Pager } from '../../../ui/table/pager.tsx'
import { saveFile } from '../../../ui/file/save-file.ts'
import styles from './audit.module.css'

export { OperatorCrash as ErrorBoundary } from '../../../operator/page/operator-crash.tsx'

export const meta = operatorMeta('Audit log')

type Line = CallOutput<'GET /operator/audit'>['lines'][number]

const perPage = 50

/** What every operator did, and why. */
export default function AuditScreen() {
  const { read, page, hrefOf } = useAddress()
  const filter = {
    operator: read('operator'),
    action: read('action'),
    subject: read('subject'),
    from: read('from'),
    to: read('to'),
  }
  const isFiltered = Object.values(filter).some(Boolean)
  const [chosenSeq, setChosenSeq] = useState<number | null>(null)
  const reading = useOperatorQuery(
    'GET /operator/audit',
    { query: { ...filter, page } },
    { refetchMs: deskMs, keep: true },
  )
  return (
    <Loaded query={reading} what="the audit log">
      {({ lines, pages, total }) => {
        const chosen = lines.find(({ seq }) => seq === chosenSeq)
        return (
          <OperatorPage
            title="Audit log"
            kicker={`${total === 1 ? '1 line' : `${total} lines`}, newest first. Each contains the hash of the one before.`}
            aside={<SaveButton filter={filter} />}
            panel={chosen && <ChosenLine line={chosen} />}
            panelLabel="This line"
            panelOf={chosen && String(chosen.seq)}
          >
            <AuditFilters isFiltered={isFiltered} />
            <DataTable
              title="Audit log"
              bareTitle
              dense
              pageSize={8}
              rows={lines}
              keyOf={({ seq }) => String(seq)}
              markedKey={chosen && String(chosen.seq)}
              columns={columnsOf(setChosenSeq)}
              empty={
                page > 1 ? (
                  <PastTheEnd home={hrefOf(1)} />
                ) : (
                  <EmptyState title={isFiltered ? 'No matching entries' : 'No entries yet'} />
                )
              }
              footer={
                pages > 1 ? (
                  <Pager
                    label="Audit log"
                    page={page}
                    pages={pages}
                    perPage={perPage}
                    hrefOf={hrefOf}
                  />
                ) : null
              }
            />
          </OperatorPage>
        )
      }}
    </Loaded>
  )
}

function AuditFilters({ isFiltered }: { isFiltered: boolean }) {
  const { data } = useOperatorQuery('GET /operator/operators', undefined)
  const options = (data?.operators ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Filters label="Audit log entries">
      <FilterChoice name="operator" label="Who" every="Everybody" options={options} />
      <FilterText name="action" label="Action contains" />
      <FilterText name="subject" label="Subject" />
      <FilterDate name="from" label="From" />
      <FilterDate name="to" label="To" />
      {isFiltered && (
        <Button component={Link} to="?" variant="subtle">
          Clear filters
        </Button>
      )}
    </Filters>
  )
}

type Filter = Record<'operator' | 'action' | 'subject' | 'from' | 'to', string | undefined>

function SaveButton({ filter }: { filter: Filter }) {
  const maySave = useMay('GET /operator/audit.csv')
  const [isAsking, setAsking] = useState(false)
  if (!maySave) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        Save as CSV
      </Button>
      <ReasonDialog
        title="Save these entries as CSV"
        opened={isAsking}
        onClose={() => setAsking(false)}
        button="Save as CSV"
        done="File saved"
        work={async ({ reason }) => {
          const query = { ...filter, reason }
          const { name, content } = await operatorDownload('GET /operator/audit.csv', { query })
          saveFile(name, content)
        }}
      />
    </>
  )
}

/** Everything recorded in one line. */
const ChosenLine = ({ line }: { line: Line }) => (
  <>
    <h2>Line {line.seq}</h2>
    <dl className={styles.facts}>
      <Fact label="Action">
        <code>{line.action}</code>
      </Fact>
      <Fact label="Who">
        {line.operator ?? 'The system'}
        {line.network && `, from ${line.network}`}
      </Fact>
      <Fact label="When">
        <TimeText at={line.at} withTime />
      </Fact>
      <Fact label="Why">{line.reason}</Fact>
      {line.subject && (
        <Fact label="Subject">
          <Link to={`?subject=${encodeURIComponent(line.subject)}`}>{line.subject}</Link>
        </Fact>
      )}
      {Object.keys(line.data).length > 0 && (
        <Fact label="Data">
          <pre>{JSON.stringify(line.data, null, 2)}</pre>
        </Fact>
      )}
      <Fact label="Hash">
        <code>{line.hash}</code>
      </Fact>
    </dl>
  </>
)

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const columnsOf = (choose: (seq: number) => void): Column<Line>[] => [
  {
    key: 'action',
    header: 'Action',
    wrap: true,
    cell: ({ action, seq }) => (
      <>
        <button type="button" className={styles.choose} onClick={() => choose(seq)}>
          {action}
        </button>
        <small>Line {seq}</small>
      </>
    ),
  },
  {
    key: 'who',
    header: 'Who and when',
    cell: ({ operator, at }) => (
      <>
        {operator ?? 'The system'}
        <small>
          <TimeText at={at} withTime />
        </small>
      </>
    ),
  },
  { key: 'why', header: 'Why', wrap: true, place: 'line', cell: ({ reason }) => reason },
  {
    key: 'hash',
    header: 'Hash',
    place: 'more',
    cell: ({ hash }) => (
      <code title={hash}>
        {hash.slice(0, 4)}…{hash.slice(-4)}
      </code>
    ),
  },
]
