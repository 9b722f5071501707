import type { CallOutput } from '@pier/protocol/calls/calls'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { operatorCall } from '../../../api/operator.ts'
import desk from '../../../operator/page/desk.module.css'
import { useMay } from '../../../operator/page/duty-context.tsx'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import { useLast } from '../../../ui/dialog/use-last.ts'
import { TimeText } from '../../../text/time-text.tsx'
import { UnavailableButton } from '../../../ui/button/unavailable-button.tsx'

type FoundTransfer = CallOutput<'GET /operator/transfers/:id'>

type Step = 'retry' | 'give_up' | 'wait'
type StepsProps = { found: FoundTransfer }

const steps = {
  retry: {
    button: 'Try again',
    done: 'Transfer retried',
    words: 'We check the status with the registrar or resend the refused request.',
  },
  wait: {
    button: 'Keep waiting',
    done: 'Transfer continues',
    words: 'Nothing is sent. It returns here if it is still open in a week.',
  },
  give_up: {
    button: 'Cancel transfer',
    done: 'Transfer cancelled',
    words: 'The transfer is cancelled. Any fee paid for it is returned to the owner.',
  },
} as const

/** How an operator lets a transfer proceed, after looking at it. */
export function TransferSteps({ found }: StepsProps) {
  const [step, setStep] = useState<Step | null>(null)
  const may = useMay('POST /operator/transfers/:id/resolve')
  const { ended_at } = found.transfer
  return (
    <section className={desk.steps} aria-label="Next steps">
      <h2>Next steps</h2>
      {ended_at && (
        <p>
          It ended on <TimeText at={ended_at} withTime />. No decision needed.
        </p>
      )}
      {!ended_at && !may && <p>Support, a case officer or an admin can decide.</p>}
      {!ended_at && may && <Buttons found={found} ask={setStep} />}
      <p className={desk.quiet}>Your actions and reasons are recorded in the audit log.</p>
      <StepDialog found={found} step={step} onClose={() => setStep(null)} />
    </section>
  )
}

function Buttons({ found, ask }: StepsProps & { ask: (step: Step) => void }) {
  const { transfer, can_retry } = found
  const whyNot =
    transfer.direction === 'out'
      ? 'A sent code cannot be retried'
      : 'The code was deleted. The owner must request a new one'
  return (
    <>
      {can_retry ? (
        <Button h={44} fullWidth onClick={() => ask('retry')}>
          {steps.retry.button}
        </Button>
      ) : (
        <UnavailableButton h={44} fullWidth reason={whyNot}>
          {steps.retry.button}
        </UnavailableButton>
      )}
      <Button variant="default" onClick={() => ask('wait')}>
        {steps.wait.button}
      </Button>
      {transfer.state === 'arriving' ? (
        <UnavailableButton fullWidth reason="The registry already completed it">
          {steps.give_up.button}
        </UnavailableButton>
      ) : (
        <Button variant="danger" onClick={() => ask('give_up')}>
          {steps.give_up.button}
        </Button>
      )}
    </>
  )
}

type StepDialogProps = StepsProps & { step: Step | null; onClose: () => void }

function StepDialog({ found, step, onClose }: StepDialogProps) {
  const shown = useLast(step)
  if (!shown) return null
  const { button, done, words } = steps[shown]
  return (
    <ReasonDialog
      title={button}
      opened={step !== null}
      onClose={onClose}
      button={button}
      danger={shown === 'give_up'}
      done={done}
      work={({ reason }) =>
        operatorCall('POST /operator/transfers/:id/resolve', {
          params: { id: found.transfer.id },
          body: { step: shown, reason },
        })
      }
    >
      <p>{words}</p>
    </ReasonDialog>
  )
}
