import type { CallOutput } from '@pier/protocol/calls/calls'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { operatorCall } from '../../../api/operator.ts'
import type { Decision } from '../../../operator/approvals/decision-text.ts'
import { ChangeList } from '../../../operator/settings/change-list.tsx'
import { useMay } from '../../../operator/page/duty-context.tsx'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import type { Change } from '../../../operator/settings/setting-changes.ts'
import { ProposedDecision, ApprovalSteps } from '../../../operator/approvals/approval-steps.tsx'
import styles from './settings.module.css'

type Setting = CallOutput<'GET /operator/settings'>['settings'][number]

type ChangePanelProps = {
  setting: Setting
  draft: unknown
  changes: readonly Change[]
  /** An earlier proposal. Until it is decided, nothing else can be proposed. */
  waiting: Decision | undefined
  onDiscard: () => void
}

/** What a draft changes and the form to propose it; or a proposal that waits for approval. */
export function ChangePanel({ waiting, ...panel }: ChangePanelProps) {
  const mayEdit = useMay('POST /operator/settings/:name')
  if (waiting) {
    return (
      <>
        <h2>Waiting for second approval</h2>
        <ProposedDecision decision={waiting} />
      </>
    )
  }
  return (
    <>
      <h2>What changes</h2>
      {panel.changes.length > 0 ? (
        <Draft {...panel} />
      ) : (
        <p className={styles.note}>
          {mayEdit
            ? 'No changes yet. Changes take effect once saved.'
            : 'Only an admin can change this. Proposals appear here until approved.'}
        </p>
      )}
    </>
  )
}

function Draft({ setting, draft, changes, onDiscard }: Omit<ChangePanelProps, 'waiting'>) {
  const [asking, setAsking] = useState(false)
  const isForTwo = setting.needs_two_keys
  return (
    <>
      <ChangeList changes={changes} />
      {isForTwo && <ApprovalSteps />}
      <Button h={44} fullWidth onClick={() => setAsking(true)}>
        {isForTwo ? 'Propose change' : 'Save'}
      </Button>
      <Button variant="default" fullWidth onClick={onDiscard}>
        Discard
      </Button>
      <p className={styles.note}>
        {isForTwo
          ? 'Nothing changes until a second operator approves.'
          : 'It takes effect as soon as it is saved.'}
      </p>
      <ReasonDialog
        title={isForTwo ? 'Propose the change' : 'Save the change'}
        opened={asking}
        onClose={() => setAsking(false)}
        button={isForTwo ? 'Propose' : 'Save'}
        done={isForTwo ? 'Proposed. Waiting for second approval' : 'Change saved'}
        withCode={isForTwo}
        readers="record"
        work={async ({ reason, code }) => {
          await operatorCall('POST /operator/settings/:name', {
            params: { name: setting.name },
            body: {
              value: draft,
              version: setting.version,
              reason,
              ...(isForTwo && { code }),
            },
          })
          onDiscard()
        }}
      >
        <ChangeList changes={changes} />
      </ReasonDialog>
    </>
  )
}
