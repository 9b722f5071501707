import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { Link } from 'react-router'
import { operatorCall } from '../../api/operator.ts'
import { TimeText } from '../../text/time-text.tsx'
import { type Decision, decisionTitle, secondKeyOf } from './decision-text.ts'
import { useDuty } from '../page/duty-context.tsx'
import { ReasonDialog } from '../dialogs/reason-dialog.tsx'
import styles from './approval-steps.module.css'

type ApprovalStepsProps = {
  /** Undefined while nothing is proposed yet. */
  decision?: Decision | undefined
}

/** The first step is always filled; the second is dashed until another operator has confirmed. */
export function ApprovalSteps({ decision }: ApprovalStepsProps) {
  const { id } = useDuty()
  const nameOf = (by: { id: string; name: string }) => (by.id === id ? 'You' : by.name)
  const second = decision && secondKeyOf(decision)
  const isOpen = !decision || decision.state === 'proposed'
  const waitsFor = decision?.can_confirm ? 'You, when you approve' : 'Another approver'
  return (
    <div className={styles.keys}>
      <div className={styles.key} data-turned>
        <strong>
          <IconKey size={18} aria-hidden="true" />
          Proposed by
        </strong>
        <span>{decision ? nameOf(decision.proposed_by) : 'You, when you propose'}</span>
        {decision && <TimeText at={decision.proposed_at} withTime />}
      </div>
      <div className={styles.key} data-turned={Boolean(second) || undefined}>
        <strong>
          <IconKey size={18} aria-hidden="true" />
          Approved by
        </strong>
        <span>{second ? nameOf(second) : isOpen ? waitsFor : 'Pending'}</span>
      </div>
    </div>
  )
}

/** What was proposed, and a link to where it is decided. */
export function ProposedDecision({ decision }: { decision: Decision }) {
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
      </dl>
      <ApprovalSteps decision={decision} />
      <Button
        component={Link}
        to={`/operator/decisions/${decision.id}`}
        h={44}
        fullWidth
        variant={decision.can_confirm ? 'filled' : 'default'}
      >
        {decision.can_confirm ? 'Review and decide' : 'Open the decision'}
      </Button>
      {!decision.can_confirm && decision.why_not && (
        <p className={styles.small}>{decision.why_not}</p>
      )}
    </>
  )
}

type KeyDialogProps = { decision: Decision; opened: boolean; onClose: () => void }

export const DeclineDialog = ({
  decision,
  isOwn,
  ...dialog
}: KeyDialogProps & { isOwn: boolean }) => (
  <ReasonDialog
    {...dialog}
    title={isOwn ? 'Withdraw the proposal' : 'Decline the proposal'}
    button={isOwn ? 'Withdraw proposal' : 'Decline'}
    done={isOwn ? 'Proposal withdrawn' : 'Proposal declined'}
    work={({ reason }) =>
      operatorCall('POST /operator/decisions/:id/decline', {
        params: { id: decision.id },
        body: { reason },
      })
    }
  >
    <p>Nothing changes. It can be proposed again.</p>
  </ReasonDialog>
)
