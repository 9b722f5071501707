import { Button } from '@mantine/core'
import type { CallOutput } from '@pier/protocol/calls/calls'
import { type Icon, IconAlertTriangleFilled, IconBan, IconCheck } from '@tabler/icons-react'
import { IconCircleCheckFilled, IconClock, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { operatorCall } from '../../api/operator.ts'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { PlainTag, type Tone } from '../../ui/display/tag.tsx'
import { clockTime, fullDay } from '../../text/date-text.ts'
import { TimeText } from '../../text/time-text.tsx'
import desk from '../page/desk.module.css'
import { useMay } from '../page/duty-context.tsx'
import { textOf } from '../text/machine-text.ts'
import { RawData } from '../page/raw-data.tsx'
import { ReasonDialog } from '../dialogs/reason-dialog.tsx'
import { useLast } from '../../ui/dialog/use-last.ts'

export type Command = CallOutput<'GET /operator/domains/:id'>['commands'][number]
type Step = { kind: 'retry' | 'settle'; command: Command }

/** What the registrar was asked, and what it said. */
export function CommandsCard({ commands }: { commands: readonly Command[] }) {
  const [step, setStep] = useState<Step | null>(null)
  const mayRetry = useMay('POST /operator/commands/:id/retry')
  const maySettle = useMay('POST /operator/commands/:id/resolve')
  const close = () => setStep(null)
  return (
    <>
      <DataTable
        title="Commands to the registrar"
        dense
        pageSize={4}
        rows={commands}
        keyOf={({ id }) => id}
        columns={columnsOf({ mayRetry, maySettle, ask: setStep })}
        empty={<EmptyState title="No commands sent" />}
      />
      <RetryDialog command={step?.kind === 'retry' ? step.command : null} onClose={close} />
      <SettleDialog command={step?.kind === 'settle' ? step.command : null} onClose={close} />
    </>
  )
}

const looks: Record<Command['state'], { words: string; tone: Tone; icon: Icon }> = {
  queued: { words: 'Waits', tone: 'wait', icon: IconClock },
  sent: { words: 'Sent, no answer', tone: 'wait', icon: IconSend },
  done: { words: 'Done', tone: 'good', icon: IconCircleCheckFilled },
  refused: { words: 'Refused', tone: 'neutral', icon: IconBan },
  stuck: { words: 'Stuck', tone: 'bad', icon: IconAlertTriangleFilled },
}

function CommandState({ state, resolved_at }: Command) {
  const { words, tone, icon } =
    state === 'stuck' && resolved_at
      ? ({ words: 'Resolved by an operator', tone: 'neutral', icon: IconCheck } as const)
      : looks[state]
  return (
    <PlainTag tone={tone} icon={icon}>
      {words}
    </PlainTag>
  )
}

type Acts = { mayRetry: boolean; maySettle: boolean; ask: (step: Step) => void }

/** A stuck request for a transfer is settled with the transfer, not here. */
const openSteps = ({ kind, state, settled_at, resolved_at }: Command) => {
  const isStuck = state === 'stuck' && !resolved_at && kind !== 'request_transfer'
  return { canRetry: isStuck || !settled_at, canSettle: isStuck }
}

function columnsOf(acts: Acts): Column<Command>[] {
  return [
    {
      key: 'what',
      header: 'What',
      wrap: true,
      cell: (command) => (
        <>
          {command.number}, {textOf(command.kind)}
          {command.registrar_ref && <small>{command.registrar_ref}</small>}
        </>
      ),
    },
    {
      key: 'state',
      header: 'State',
      place: 'status',
      cell: (command) => <CommandState {...command} />,
    },
    {
      key: 'answer',
      header: 'Answer',
      place: 'line',
      wrap: true,
      cell: ({ error, message, input }) => (
        <>
          {error ?? message ?? 'None'}
          <details className={desk.input}>
            <summary>Request</summary>
            <RawData data={input} />
          </details>
        </>
      ),
    },
    {
      key: 'asked',
      header: 'Asked',
      cell: ({ created_at, settled_at }) => (
        <>
          <TimeText at={created_at} withTime />
          <small>
            {settled_at
              ? `answered ${fullDay(settled_at)}, ${clockTime(settled_at)}`
              : 'no answer yet'}
          </small>
        </>
      ),
    },
    {
      key: 'act',
      header: 'Actions',
      bare: true,
      place: 'action',
      cell: (command) => <CommandActs command={command} {...acts} />,
    },
  ]
}

function CommandActs({ command, mayRetry, maySettle, ask }: Acts & { command: Command }) {
  const open = openSteps(command)
  const canRetry = mayRetry && open.canRetry
  const canSettle = maySettle && open.canSettle
  if (!canRetry && !canSettle) return null
  return (
    <span className={desk.acts}>
      {canRetry && (
        <Button size="xs" variant="default" onClick={() => ask({ kind: 'retry', command })}>
          Send again
        </Button>
      )}
      {canSettle && (
        <Button size="xs" variant="default" onClick={() => ask({ kind: 'settle', command })}>
          Resolve
        </Button>
      )}
    </span>
  )
}

type DialogProps = { command: Command | null; onClose: () => void }

function RetryDialog({ command, onClose }: DialogProps) {
  const shown = useLast(command)
  return (
    <ReasonDialog
      title="Send the command again"
      opened={command !== null}
      onClose={onClose}
      button="Send again"
      done="Command sent again"
      work={({ reason }) =>
        operatorCall('POST /operator/commands/:id/retry', {
          params: { id: shown?.id ?? '' },
          body: { reason },
        })
      }
    >
      <p>
        {shown && textOf(shown.kind)}. If it may already have been executed, we check with the
        registrar first.
      </p>
    </ReasonDialog>
  )
}

const outcomes = [
  { value: 'done', label: 'Executed' },
  { value: 'failed', label: 'Not executed' },
] as const

function SettleDialog({ command, onClose }: DialogProps) {
  const shown = useLast(command)
  return (
    <ReasonDialog
      title="Resolve the command"
      opened={command !== null}
      onClose={onClose}
      button="Resolve"
      done="Command resolved"
      checks={{ outcome: () => null }}
      work={({ outcome, reason }) =>
        operatorCall('POST /operator/commands/:id/resolve', {
          params: { id: shown?.id ?? '' },
          body: { outcome: outcome as 'done' | 'failed', reason }, // One of the options.
        })
      }
    >
      {(field) => (
        <>
          <p>{shown && textOf(shown.kind)}. Check the result at the registrar first.</p>
          <SelectField {...field('outcome')} label="What you found" options={outcomes} />
        </>
      )}
    </ReasonDialog>
  )
}
