import type { CallOutput } from '@pier/protocol/calls/calls'
import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { operatorCall } from '../../api/operator.ts'
import { TimeText } from '../time-text.tsx'
import { decisionTitle } from './decision-words.ts'
import { DecisionTerms } from './decision-terms.tsx'
import { useDuty, useMay } from './duty-context.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import styles from './two-keys.module.css'

export type Decision = CallOutput<'GET /operator/decisions'>['decisions'][number]

type TwoKeysProps = {
  /** Nothing while it is only thought about. */
  decision?: Decision | undefined
}

/** Key 1 is filled when proposed, key 2 dashed until another person confirms. */
export function TwoKeys({ decision }: TwoKeysProps) {
  const { id } = useDuty()
  const nameOf = (by: { id: string; name: string }) => (by.id === id ? 'You' : by.name)
  const second = decision?.state === 'proposed' ? null : decision?.decided_by
  return (
    <div className={styles.keys}>
      <div className={styles.key} data-turned>
        <strong>
          <IconKey size={18} aria-hidden="true" />
          Key 1
        </strong>
        <span>{decision ? nameOf(decision.proposed_by) : 'You, on proposing'}</span>
      </div>
      <div className={styles.key} data-turned={Boolean(second) || undefined}>
        <strong>
          <IconKey size={18} aria-hidden="true" />
          Key 2
        </strong>
        <span>{second ? nameOf(second) : 'Another approver'}</span>
      </div>
    </div>
  )
}

/** What was proposed, and for the second person the way to confirm or to say no. */
export function ProposedDecision({ decision }: { decision: Decision }) {
  const { id } = useDuty()
  const [asked, setAsked] = useState<'confirm' | 'decline' | null>(null)
  const mayDecline = useMay('POST /operator/decisions/:id/decline')
  const isOwn = decision.proposed_by.id === id
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>Proposed</dt>
          <dd>
            {decisionTitle(decision)}, <TimeText at={decision.proposed_at} withTime />
          </dd>
        </div>
        <div>
          <dt>Reasons</dt>
          <dd className={styles.said}>{decision.reasons}</dd>
        </div>
        {decision.exhibits.length > 0 && (
          <div>
            <dt>Relies on</dt>
            <dd className={styles.chips}>
              {decision.exhibits.map((number) => (
                <span key={number} className={styles.chip}>
                  Exhibit {number}
                </span>
              ))}
            </dd>
          </div>
        )}
      </dl>
      <DecisionTerms kind={decision.kind} terms={decision.terms} />
      <TwoKeys decision={decision} />
      {decision.can_confirm && (
        <Button h={44} fullWidth onClick={() => setAsked('confirm')}>
          Confirm {confirmWords[decision.kind] ?? 'it'}
        </Button>
      )}
      {!decision.can_confirm && decision.why_not && (
        <p className={styles.small}>{decision.why_not}</p>
      )}
      {mayDecline && (isOwn || decision.can_confirm) && (
        <Button variant="default" fullWidth onClick={() => setAsked('decline')}>
          {isOwn ? 'Take it back' : 'Decline'}
        </Button>
      )}
      <ConfirmDialog
        decision={decision}
        opened={asked === 'confirm'}
        onClose={() => setAsked(null)}
      />
      <DeclineDialog
        decision={decision}
        isOwn={isOwn}
        opened={asked === 'decline'}
        onClose={() => setAsked(null)}
      />
    </>
  )
}

const confirmWords: Partial<Record<Decision['kind'], string>> = {
  rule: 'ruling',
  seize: 'seizure',
  seizeForPlatform: 'seizure',
  liftHold: 'the lifting',
  adjust: 'adjustment',
  configure: 'change',
}

type KeyDialogProps = { decision: Decision; opened: boolean; onClose: () => void }

const ConfirmDialog = ({ decision, opened, onClose }: KeyDialogProps) => (
  <ReasonDialog
    title="Key 2: confirm"
    opened={opened}
    onClose={onClose}
    button={`Confirm ${confirmWords[decision.kind] ?? 'it'}`}
    done="Both keys are turned"
    withCode
    startReason="I have read the file and come to the same"
    work={({ reason, code }) =>
      operatorCall('POST /operator/decisions/:id/confirm', {
        params: { id: decision.id },
        body: { reason, code },
      })
    }
  >
    <p>
      <strong>{decisionTitle(decision)}.</strong> {decision.proposed_by.name} proposed this. Confirm
      it only if you have read the file yourself. Both names are printed on it.
    </p>
  </ReasonDialog>
)

const DeclineDialog = ({ decision, isOwn, ...dialog }: KeyDialogProps & { isOwn: boolean }) => (
  <ReasonDialog
    {...dialog}
    title={isOwn ? 'Take the proposal back' : 'Decline the proposal'}
    button={isOwn ? 'Take it back' : 'Decline'}
    done={isOwn ? 'The proposal is taken back' : 'The proposal is declined'}
    work={({ reason }) =>
      operatorCall('POST /operator/decisions/:id/decline', {
        params: { id: decision.id },
        body: { reason },
      })
    }
  >
    <p>Nothing moves. It can be proposed anew.</p>
  </ReasonDialog>
)
