import { Button } from '@mantine/core'
import { useState } from 'react'
import { operatorCall } from '../../../api/operator.ts'
import desk from '../../../operator/page/desk.module.css'
import { useMay } from '../../../operator/page/duty-context.tsx'
import { DeskCard } from '../../../operator/page/operator-page.tsx'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import { useLast } from '../../../ui/dialog/use-last.ts'
import { TimeText } from '../../../text/time-text.tsx'
import type { Loan } from './loan.ts'

type Stop = Loan['stops'][number]

const reaches = {
  loan: 'This loan',
  tld: 'Its TLD',
  way: 'Loans waiting for the domain',
  all: 'Every loan',
} as const

/** The stops of this loan's clock. Those that affect other loans too are ended under Clocks. */
export function ClocksCard({ loan }: { loan: Loan }) {
  const [stopping, setStopping] = useState(false)
  const [starting, setStarting] = useState<Stop | null>(null)
  const mayStop = useMay('POST /operator/clocks')
  const mayStart = useMay('POST /operator/clocks/:id/start')
  const stopsOwn = loan.stops.some(({ scope, ended_at }) => scope === 'loan' && !ended_at)
  return (
    <DeskCard
      title="Clock"
      aside={
        mayStop &&
        !stopsOwn && (
          <Button size="xs" variant="default" onClick={() => setStopping(true)}>
            Stop
          </Button>
        )
      }
    >
      {loan.stops.length === 0 && <p className={desk.quiet}>Never stopped.</p>}
      <ul className={desk.lines}>
        {loan.stops.map((stop) => (
          <li key={stop.id}>
            <strong>{reaches[stop.scope]}</strong>
            <span>{stop.reason}</span>
            <span>
              <TimeText at={stop.since} withTime />
              {stop.ended_at ? (
                <>
                  {' '}
                  to <TimeText at={stop.ended_at} withTime />
                </>
              ) : (
                ', ongoing'
              )}
            </span>
            {!stop.ended_at && mayStart && stop.scope === 'loan' && (
              <Button size="xs" variant="default" onClick={() => setStarting(stop)}>
                Restart
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ReasonDialog
        title="Stop the clock of this loan"
        opened={stopping}
        onClose={() => setStopping(false)}
        button="Stop"
        done="Clock stopped"
        work={({ reason }) =>
          operatorCall('POST /operator/clocks', { body: { escrow_id: loan.id, reason } })
        }
      >
        <p>
          Nothing becomes due while the clock is stopped: no deadline, notice or seizure. Both sides
          see your reason on the loan page and by email.
        </p>
      </ReasonDialog>
      <StartDialog stop={starting} onClose={() => setStarting(null)} />
    </DeskCard>
  )
}

function StartDialog({ stop, onClose }: { stop: Stop | null; onClose: () => void }) {
  const shown = useLast(stop)
  return (
    <ReasonDialog
      title="Restart the clock"
      opened={stop !== null}
      onClose={onClose}
      button="Restart"
      done="Clock restarted"
      work={({ reason }) =>
        operatorCall('POST /operator/clocks/:id/start', {
          params: { id: shown?.id ?? '' },
          body: { reason },
        })
      }
    >
      <p>The stopped time is added to later dates.</p>
    </ReasonDialog>
  )
}
