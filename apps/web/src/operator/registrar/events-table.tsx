import { Button } from '@mantine/core'
import type { CallOutput } from '@pier/protocol/calls/calls'
import { type ReactNode, useState } from 'react'
import { operatorCall } from '../../api/operator.ts'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { TimeText } from '../../text/time-text.tsx'
import desk from '../page/desk.module.css'
import { useMay } from '../page/duty-context.tsx'
import { textOf } from '../text/machine-text.ts'
import { RawData } from '../page/raw-data.tsx'
import { ReasonDialog } from '../dialogs/reason-dialog.tsx'
import { RowTitle } from '../page/row-title.tsx'
import { useLast } from '../../ui/dialog/use-last.ts'

export type RegistrarEvent = CallOutput<'GET /operator/domains/:id'>['events'][number]

type EventsTableProps = {
  title: string
  bareTitle?: boolean
  events: readonly RegistrarEvent[]
  empty: ReactNode
  footer?: ReactNode
}

/** The registrar's events. Those we could not act on are settled by whoever has read them. */
export function EventsTable({ events, ...table }: EventsTableProps) {
  const [settling, setSettling] = useState<RegistrarEvent | null>(null)
  const maySettle = useMay('POST /operator/registrar-events/:id/resolve')
  return (
    <>
      <DataTable
        {...table}
        dense
        pageSize={4}
        rows={events}
        keyOf={({ id }) => id}
        columns={columnsOf(maySettle ? setSettling : null)}
      />
      <SettleDialog event={settling} onClose={() => setSettling(null)} />
    </>
  )
}

function columnsOf(settle: ((event: RegistrarEvent) => void) | null): Column<RegistrarEvent>[] {
  return [
    {
      key: 'what',
      header: 'What',
      wrap: true,
      cell: ({ name, kind, registrar }) => (
        <>
          {name ? <RowTitle title={name} /> : textOf(kind)}
          <small>
            {name && `${textOf(kind)}, `}
            {registrar}
          </small>
        </>
      ),
    },
    {
      key: 'problem',
      header: 'Problem',
      place: 'line',
      wrap: true,
      cell: ({ problem, detail }) => (
        <>
          {problem ?? 'None'}
          <details className={desk.input}>
            <summary>Message</summary>
            <RawData data={detail} />
          </details>
        </>
      ),
    },
    {
      key: 'received',
      header: 'Received',
      cell: ({ received_at }) => <TimeText at={received_at} withTime />,
    },
    { key: 'settled', header: 'Settled', cell: (event) => <Settled {...event} /> },
    {
      key: 'act',
      header: 'Actions',
      bare: true,
      place: 'action',
      cell: (event) =>
        settle &&
        event.problem &&
        !event.resolved_at && (
          <Button size="xs" variant="default" onClick={() => settle(event)}>
            Resolve
          </Button>
        ),
    },
  ]
}

function Settled({ problem, resolved_at }: RegistrarEvent) {
  if (resolved_at) return <TimeText at={resolved_at} withTime />
  return problem ? 'Not yet' : 'Automatically'
}

function SettleDialog({ event, onClose }: { event: RegistrarEvent | null; onClose: () => void }) {
  const shown = useLast(event)
  return (
    <ReasonDialog
      title="Resolve the message"
      opened={event !== null}
      onClose={onClose}
      button="Resolve"
      done="Message resolved"
      work={({ reason }) =>
        operatorCall('POST /operator/registrar-events/:id/resolve', {
          params: { id: shown?.id ?? '' },
          body: { reason },
        })
      }
    >
      <p>{shown?.problem}</p>
      <p>Confirm that you read it and did what it asks. This alone changes nothing.</p>
    </ReasonDialog>
  )
}
