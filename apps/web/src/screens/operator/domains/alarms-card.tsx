import type { CallOutput } from '@pier/protocol/calls/calls'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { operatorCall } from '../../../api/operator.ts'
import desk from '../../../operator/page/desk.module.css'
import { useMay } from '../../../operator/page/duty-context.tsx'
import { textOf } from '../../../operator/text/machine-text.ts'
import { DeskCard } from '../../../operator/page/operator-page.tsx'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import { useLast } from '../../../ui/dialog/use-last.ts'
import { TimeText } from '../../../text/time-text.tsx'

type Alarm = CallOutput<'GET /operator/domains/:id'>['alarms'][number]
type Settling = { alarm: Alarm; isAccepted: boolean }

/** Where the registry differs from what we set. */
export function AlarmsCard({ alarms }: { alarms: readonly Alarm[] }) {
  const [settling, setSettling] = useState<Settling | null>(null)
  const may = useMay('POST /operator/alarms/:id/resolve')
  if (alarms.length === 0) return null
  return (
    <DeskCard title="Changed at the registry">
      <ul className={desk.lines}>
        {alarms.map((alarm) => (
          <li key={alarm.id}>
            <strong>{textOf(alarm.kind)}</strong>
            <span>{alarm.detail}</span>
            <span>
              Since <TimeText at={alarm.created_at} withTime />
              {alarm.resolved_at && (
                <>
                  , settled <TimeText at={alarm.resolved_at} withTime />
                </>
              )}
            </span>
            {may && !alarm.resolved_at && (
              <span className={desk.acts}>
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => setSettling({ alarm, isAccepted: false })}
                >
                  Mark as corrected
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => setSettling({ alarm, isAccepted: true })}
                >
                  Accept current state
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      <SettleDialog settling={settling} onClose={() => setSettling(null)} />
    </DeskCard>
  )
}

const words = {
  right: {
    button: 'Mark as corrected',
    done: 'Resolved. We compare again',
    text: 'Someone corrected it at the registry. We compare again, and alert again if it still differs.',
  },
  over: {
    button: 'Accept current state',
    done: 'Resolved. Current state accepted',
    text: 'The current state at the registry is correct and becomes our record.',
  },
} as const

type SettleDialogProps = { settling: Settling | null; onClose: () => void }

function SettleDialog({ settling, onClose }: SettleDialogProps) {
  const shown = useLast(settling)
  const { button, done, text } = words[shown?.isAccepted ? 'over' : 'right']
  return (
    <ReasonDialog
      title={button}
      opened={settling !== null}
      onClose={onClose}
      button={button}
      done={done}
      work={({ reason }) =>
        operatorCall('POST /operator/alarms/:id/resolve', {
          params: { id: shown?.alarm.id ?? '' },
          body: { is_accepted: shown?.isAccepted ?? false, reason },
        })
      }
    >
      <p>{shown?.alarm.detail}</p>
      <p>{text} The hold that came with it stays until two of us lift it.</p>
    </ReasonDialog>
  )
}
