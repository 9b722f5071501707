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
        <h2>Waits for key 2</h2>
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
            ? 'Nothing yet. What you change counts once it is set.'
            : 'An admin changes it. What they propose stands here until it is confirmed.'}
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
        {isForTwo ? 'Propose change' : 'Set it'}
      </Button>
      <Button variant="default" fullWidth onClick={onDiscard}>
        Discard
      </Button>
      <p className={styles.note}>
        {isForTwo
          ? 'Nothing changes until a second person confirms.'
          : 'It counts from the moment it is set.'}
      </p>
      <ReasonDialog
        title={isForTwo ? 'Key 1: propose the change' : 'Set it anew'}
        opened={asking}
        onClose={() => setAsking(false)}
        button={isForTwo ? 'Propose' : 'Set it'}
        done={isForTwo ? 'Proposed. It waits for key 2' : 'It is set'}
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
