import { Button } from '@mantine/core'
import { useState } from 'react'
import { operatorCall } from '../../../api/operator.ts'
import { useMay } from '../../../shared/operator/duty-context.tsx'
import { HoldDialog } from '../../../shared/operator/hold-dialog.tsx'
import { DeskCard } from '../../../shared/operator/operator-page.tsx'
import { ReasonDialog } from '../../../shared/operator/reason-dialog.tsx'
import { useLast } from '../../../shared/operator/use-last.ts'
import { TimeText } from '../../../shared/time-text.tsx'
import { TextField } from '../../../ui/field.tsx'
import type { Loan } from './loan-screen.tsx'
import styles from './loan.module.css'

type Hold = Loan['holds'][number]
type Stop = Loan['stops'][number]

/** What keeps the domain where it is, and the way to place or lift it. */
export function HoldsCard({ loan }: { loan: Loan }) {
  const [placing, setPlacing] = useState(false)
  const [lifting, setLifting] = useState<Hold | null>(null)
  const mayPlace = useMay('POST /operator/holds')
  const mayLift = useMay('POST /operator/holds/:id/lift')
  return (
    <DeskCard
      title="Holds"
      aside={
        mayPlace && (
          <Button size="xs" variant="default" onClick={() => setPlacing(true)}>
            Place hold
          </Button>
        )
      }
    >
      {loan.holds.length === 0 && <p className={styles.quiet}>The domain is not held.</p>}
      <ul className={styles.lines}>
        {loan.holds.map((hold) => (
          <li key={hold.id}>
            <strong>
              {hold.kind}
              {hold.is_secret && ', secret'}
            </strong>
            <span>{hold.note}</span>
            <span>
              Since <TimeText at={hold.since} withTime />
              {hold.lifted_at && (
                <>
                  , lifted <TimeText at={hold.lifted_at} withTime />
                </>
              )}
              {!hold.lifted_at && hold.review_at && (
                <>
                  , to be looked at on <TimeText at={hold.review_at} />
                </>
              )}
            </span>
            {!hold.lifted_at && mayLift && (
              <Button size="xs" variant="default" onClick={() => setLifting(hold)}>
                Propose to lift
              </Button>
            )}
          </li>
        ))}
      </ul>
      <HoldDialog domain={loan.domain} opened={placing} onClose={() => setPlacing(false)} />
      <LiftDialog
        hold={lifting}
        isTaken={loan.status === 'FINALIZED_PLATFORM_SEZIURE'}
        onClose={() => setLifting(null)}
      />
    </DeskCard>
  )
}

type LiftProps = { hold: Hold | null; isTaken: boolean; onClose: () => void }

/** What an order took from both sides goes to whom the order names. */
function LiftDialog({ hold, isTaken, onClose }: LiftProps) {
  const shown = useLast(hold)
  return (
    <ReasonDialog
      title="Key 1: lift the hold"
      opened={hold !== null}
      onClose={onClose}
      button="Propose to lift"
      done="Proposed. It waits for key 2"
      forParties
      withCode
      checks={{ owner: () => null }}
      work={({ reason, code, owner }) =>
        operatorCall('POST /operator/holds/:id/lift', {
          params: { id: shown?.id ?? '' },
          body: { reason, code, ...(owner && { owner_id: owner }) },
        })
      }
    >
      {(field) => (
        <>
          <p>{shown?.note}</p>
          {isTaken && (
            <TextField
              {...field('owner')}
              label="Whose it is from now on"
              hint="The number of their account, as the order names them"
            />
          )}
        </>
      )}
    </ReasonDialog>
  )
}

const reaches = { loan: 'This loan', tld: 'Its ending', all: 'Every loan' } as const

/** What makes time stand still for this loan. */
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
      {loan.stops.length === 0 && <p className={styles.quiet}>It has always run.</p>}
      <ul className={styles.lines}>
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
                ', still'
              )}
            </span>
            {!stop.ended_at && mayStart && (
              <Button size="xs" variant="default" onClick={() => setStarting(stop)}>
                Let run
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
        done="The clock stands still"
        work={({ reason }) =>
          operatorCall('POST /operator/clocks', { body: { escrow_id: loan.id, reason } })
        }
      >
        <p>
          Nothing becomes due while it stands: no deadline of a party, no notice and no seizure.
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
      title="Let the clock run"
      opened={stop !== null}
      onClose={onClose}
      button="Let run"
      done="The clock runs"
      work={({ reason }) =>
        operatorCall('POST /operator/clocks/:id/start', {
          params: { id: shown?.id ?? '' },
          body: { reason },
        })
      }
    >
      <p>The time it stood is added to later dates.</p>
    </ReasonDialog>
  )
}
