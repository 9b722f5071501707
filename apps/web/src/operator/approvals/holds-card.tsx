import { Button } from '@mantine/core'
import type { CallOutput } from '@pier/protocol/calls/calls'
import { useState } from 'react'
import { operatorCall } from '../../api/operator.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { TimeText } from '../../text/time-text.tsx'
import desk from '../page/desk.module.css'
import { useMay } from '../page/duty-context.tsx'
import { HoldDialog } from './hold-dialog.tsx'
import { textOf } from '../text/machine-text.ts'
import { DeskCard } from '../page/operator-page.tsx'
import { ReasonDialog } from '../dialogs/reason-dialog.tsx'
import { useLast } from '../../ui/dialog/use-last.ts'

type Hold = CallOutput<'GET /operator/domains/:id'>['holds'][number]
type HoldsCardProps = {
  domain: string
  holds: readonly Hold[]
  /** Whether an order took the domain from both parties. */
  isTaken?: boolean
}

/** The holds on a domain, and the buttons to place or lift one. */
export function HoldsCard({ domain, holds, isTaken = false }: HoldsCardProps) {
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
      {holds.length === 0 && <p className={desk.quiet}>No hold on this domain.</p>}
      <ul className={desk.lines}>
        {holds.map((hold) => (
          <li key={hold.id}>
            <strong>{textOf(hold.kind)}</strong>
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
                  , review on <TimeText at={hold.review_at} />
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
      <HoldDialog domain={domain} opened={placing} onClose={() => setPlacing(false)} />
      <LiftDialog hold={lifting} isTaken={isTaken} onClose={() => setLifting(null)} />
    </DeskCard>
  )
}

type LiftProps = { hold: Hold | null; isTaken: boolean; onClose: () => void }

/** A domain that an order took from both parties goes to whom the order names. */
function LiftDialog({ hold, isTaken, onClose }: LiftProps) {
  const shown = useLast(hold)
  return (
    <ReasonDialog
      title="Propose to lift the hold"
      opened={hold !== null}
      onClose={onClose}
      button="Propose to lift"
      done="Proposed. Waiting for second approval"
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
              label="New owner of the domain"
              hint="Account number of the owner named in the order"
            />
          )}
        </>
      )}
    </ReasonDialog>
  )
}
