import { Button } from '@mantine/core'
import type { CallOutput } from '@pier/protocol/calls/calls'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { useState } from 'react'
import { Link } from 'react-router'
import { deskMs, operatorCall, useOperatorQuery } from '../../../api/operator.ts'
import { useMay } from '../../../operator/page/duty-context.tsx'
import { operatorMeta } from '../../../operator/page/operator-meta.ts'
import { Loaded, OperatorPage } from '../../../operator/page/operator-page.tsx'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import { TimeText } from '../../../text/time-text.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import styles from './reconciliation.module.css'

export { OperatorCrash as ErrorBoundary } from '../../../operator/page/operator-crash.tsx'

export const meta = operatorMeta('Reconciliation')

type Run = CallOutput<'GET /operator/reconciliation'>['providers'][number]['runs'][number]

const titles = { card: 'Card provider', crypto: 'Crypto provider' } as const
const money = (amount: number) => formatMoney(centsOf(amount))

/** The ledger against what each provider says, night by night. */
export default function ReconciliationScreen() {
  const [asked, setAsked] = useState(false)
  const mayAsk = useMay('POST /operator/reconciliation')
  const reading = useOperatorQuery('GET /operator/reconciliation', undefined, {
    refetchMs: deskMs,
  })
  return (
    <Loaded query={reading} what="the reconciliation">
      {({ providers }) => (
        <OperatorPage
          title="Reconciliation"
          kicker="Compares the ledger with each provider every night."
          aside={
            <>
              <Link to="/numbers#owed">Public status</Link>
              {mayAsk && (
                <Button variant="default" onClick={() => setAsked(true)}>
                  Compare now
                </Button>
              )}
            </>
          }
        >
          {providers.map(({ provider, runs }) => (
            <DataTable
              key={provider}
              title={titles[provider]}
              dense
              pageSize={4}
              rows={runs}
              keyOf={({ at }) => at}
              columns={columns}
              empty={
                <EmptyState
                  title="Not reconciled yet"
                  hint="The first reconciliation runs tonight."
                />
              }
            />
          ))}
          <ReasonDialog
            title="Compare now"
            opened={asked}
            onClose={() => setAsked(false)}
            button="Compare"
            done="Reconciliation started"
            work={({ reason }) =>
              operatorCall('POST /operator/reconciliation', { body: { reason } })
            }
          >
            <p>
              We request all movements from both providers. The result appears in a minute or two.
            </p>
          </ReasonDialog>
        </OperatorPage>
      )}
    </Loaded>
  )
}

const columns: Column<Run>[] = [
  { key: 'at', header: 'Compared', cell: ({ at }) => <TimeText at={at} withTime /> },
  {
    key: 'span',
    header: 'Of',
    place: 'line',
    cell: ({ from, until }) => (
      <>
        {Date.parse(from) > 0 ? <TimeText at={from} withTime /> : 'All'} to{' '}
        <TimeText at={until} withTime />
      </>
    ),
  },
  {
    key: 'provider',
    header: 'Provider',
    align: 'right',
    cell: ({ provider_amount }) => money(provider_amount),
  },
  {
    key: 'ledger',
    header: 'Ledger',
    align: 'right',
    cell: ({ ledger_amount }) => money(ledger_amount),
  },
  {
    key: 'difference',
    header: 'Difference',
    align: 'right',
    cell: ({ difference }) => money(difference),
  },
  {
    key: 'rest',
    header: 'Unexplained',
    place: 'line',
    wrap: true,
    cell: ({ unexplained }) => <Unexplained lines={unexplained} />,
  },
]

const sideText = (amount: number | null) => (amount === null ? 'nothing' : money(amount))

function Unexplained({ lines }: { lines: Run['unexplained'] }) {
  if (lines.length === 0) return <Tag tone="good">Nothing</Tag>
  return (
    <ul className={styles.lines}>
      {lines.map(({ reference, provider_amount, ledger_amount }) => (
        <li key={reference}>
          <Link to={`/operator/ledger?reference=${encodeURIComponent(reference)}`}>
            {reference}
          </Link>
          <span>
            provider {sideText(provider_amount)}, ledger {sideText(ledger_amount)}
          </span>
        </li>
      ))}
    </ul>
  )
}
