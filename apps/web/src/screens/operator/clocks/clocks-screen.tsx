import { Button } from '@mantine/core'
import type { CallOutput } from '@pier/protocol/calls/calls'
import { useState } from 'react'
import { deskMs, operatorCall, useOperatorQuery } from '../../../api/operator.ts'
import desk from '../../../operator/page/desk.module.css'
import { useMay } from '../../../operator/page/duty-context.tsx'
import { operatorMeta } from '../../../operator/page/operator-meta.ts'
import { Loaded, OperatorPage } from '../../../operator/page/operator-page.tsx'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import { useLast } from '../../../ui/dialog/use-last.ts'
import { TimeText } from '../../../text/time-text.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'

export { OperatorCrash as ErrorBoundary } from '../../../operator/page/operator-crash.tsx'

export const meta = operatorMeta('Clocks')

type Stop = CallOutput<'GET /operator/clocks'>['stops'][number]
/** An outage may turn out to have hindered nobody: then the time before we noticed does not count. */
type Starting = { stop: Stop; counts: boolean }

const scopes = {
  loan: 'One loan',
  tld: 'TLD',
  way: 'Loans waiting for the domain',
  all: 'Every loan',
} as const

/** Stopped clocks, and the buttons to stop more or start them. */
export default function ClocksScreen() {
  const reading = useOperatorQuery('GET /operator/clocks', undefined, { refetchMs: deskMs })
  const [stopping, setStopping] = useState<'tld' | 'all' | null>(null)
  const [starting, setStarting] = useState<Starting | null>(null)
  const mayStop = useMay('POST /operator/clocks')
  const mayStart = useMay('POST /operator/clocks/:id/start')
  return (
    <Loaded query={reading} what="the list of clocks">
      {({ stops }) => (
        <OperatorPage
          title="Clocks"
          kicker="Seizure clocks always stop too. The stopped time is added to later dates."
          aside={
            mayStop && (
              <>
                <Button variant="default" onClick={() => setStopping('tld')}>
                  Stop clocks of a TLD
                </Button>
                <Button variant="danger" onClick={() => setStopping('all')}>
                  Stop all clocks
                </Button>
              </>
            )
          }
        >
          <DataTable
            title="Stopped clocks"
            bareTitle
            dense
            pageSize={4}
            rows={stops}
            keyOf={({ id }) => id}
            empty={<EmptyState title="All clocks are running" />}
            columns={columnsOf(mayStart ? setStarting : null)}
          />
          <StopDialog reach={stopping} onClose={() => setStopping(null)} />
          <StartDialog starting={starting} onClose={() => setStarting(null)} />
        </OperatorPage>
      )}
    </Loaded>
  )
}

function columnsOf(onStart: ((starting: Starting) => void) | null): Column<Stop>[] {
  return [
    { key: 'what', header: 'What', cell: ({ what }) => what },
    { key: 'scope', header: 'Reach', cell: ({ scope }) => scopes[scope] },
    { key: 'why', header: 'Why', wrap: true, place: 'line', cell: (stop) => <Why stop={stop} /> },
    {
      key: 'since',
      header: 'Since',
      cell: (stop) => <TimeText at={stop.since} withTime />,
    },
    { key: 'by', header: 'By', cell: (stop) => stop.by ?? 'The system' },
    {
      key: 'act',
      header: 'Actions',
      bare: true,
      place: 'action',
      cell: (stop) =>
        onStart && (
          <span className={desk.acts}>
            <Button size="xs" variant="default" onClick={() => onStart({ stop, counts: true })}>
              {stop.outage ? 'Add the full time' : 'Restart'}
            </Button>
            {stop.outage && (
              <Button size="xs" variant="default" onClick={() => onStart({ stop, counts: false })}>
                Add only the time since noticed
              </Button>
            )}
          </span>
        ),
    },
  ]
}

function Why({ stop: { reason, since, outage } }: { stop: Stop }) {
  if (!outage) return reason
  return (
    <>
      {reason}, from <TimeText at={since} withTime />{' '}
      {outage.over_at ? (
        <>
          to <TimeText at={outage.over_at} withTime />
        </>
      ) : (
        'until now'
      )}
      . Noticed <TimeText at={outage.noticed_at} withTime />.
    </>
  )
}

function StopDialog({ reach, onClose }: { reach: 'tld' | 'all' | null; onClose: () => void }) {
  const shown = useLast(reach)
  const isEnding = shown === 'tld'
  return (
    <ReasonDialog
      title={isEnding ? 'Stop the clocks of a TLD' : 'Stop all clocks'}
      opened={reach !== null}
      onClose={onClose}
      button="Stop"
      danger
      done="Clocks stopped"
      checks={{
        suffix: (suffix: string) =>
          isEnding && !/^[\w.-]{2,63}$/.test(suffix.trim()) ? 'TLD, such as com' : null,
      }}
      work={({ reason, suffix }) => {
        const what = isEnding ? { suffix: suffix.trim().replace(/^\./, '') } : {}
        return operatorCall('POST /operator/clocks', { body: { ...what, reason } })
      }}
    >
      {(field) => (
        <>
          <p>
            Nothing becomes due while clocks are stopped: no deadline, notice or seizure. Both sides
            see your reason on the loan page and by email.
          </p>
          {isEnding && <TextField {...field('suffix')} label="TLD" unit="." />}
        </>
      )}
    </ReasonDialog>
  )
}

function StartDialog({ starting, onClose }: { starting: Starting | null; onClose: () => void }) {
  const shown = useLast(starting)
  return (
    <ReasonDialog
      title="Restart the clocks"
      opened={starting !== null}
      onClose={onClose}
      button="Restart"
      done="Clocks restarted"
      work={({ reason }) =>
        operatorCall('POST /operator/clocks/:id/start', {
          params: { id: shown?.stop.id ?? '' },
          body: { reason, counts: shown?.counts ?? true },
        })
      }
    >
      {shown && <p>{textOf(shown)}</p>}
    </ReasonDialog>
  )
}

function textOf({ stop: { what, outage }, counts }: Starting): string {
  if (!outage) return `${what}. The stopped time is added to later dates.`
  if (counts) return 'The time from the beginning of the outage until now is added to later dates.'
  return 'Nobody was affected. Only the time since we noticed is added, because both sides were told that their clock is stopped.'
}
