import { Button } from '@mantine/core'
import type { CallOutput } from '@pier/protocol/calls/calls'
import { IconAlertTriangleFilled, IconCircleCheckFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { deskMs, operatorCall, useOperatorQuery } from '../../../api/operator.ts'
import desk from '../../../operator/page/desk.module.css'
import { useMay } from '../../../operator/page/duty-context.tsx'
import { operatorMeta } from '../../../operator/page/operator-meta.ts'
import { DeskCard, Loaded, OperatorPage } from '../../../operator/page/operator-page.tsx'
import { RawData } from '../../../operator/page/raw-data.tsx'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import { TimeText } from '../../../text/time-text.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import { UnavailableButton } from '../../../ui/button/unavailable-button.tsx'

export { OperatorCrash as ErrorBoundary } from '../../../operator/page/operator-crash.tsx'

export const meta = operatorMeta('Dead letter')

type DeadJob = CallOutput<'GET /operator/jobs/:id'>
type JobProps = { job: DeadJob }

export default function JobScreen() {
  const { id = '' } = useParams()
  return <JobOf key={id} id={id} />
}

function JobOf({ id }: { id: string }) {
  const reading = useOperatorQuery(
    'GET /operator/jobs/:id',
    { params: { id } },
    { refetchMs: deskMs },
  )
  return (
    <Loaded query={reading} what="this dead letter">
      {(job) => <JobPage job={job} />}
    </Loaded>
  )
}

/** A job that ran out of attempts: what it should do, and why it failed. */
const JobPage = ({ job }: JobProps) => (
  <OperatorPage
    kicker={
      <>
        Dead letter, <TimeText at={job.died_at} withTime />
      </>
    }
    title={job.name}
    aside={
      job.resolved_at ? (
        <Tag tone="good" icon={IconCircleCheckFilled} size="md">
          {job.resolution === 'retried' ? 'Tried again' : 'Settled'}
        </Tag>
      ) : (
        <Tag tone="bad" icon={IconAlertTriangleFilled} size="md">
          Out of tries
        </Tag>
      )
    }
    panel={<JobSteps job={job} />}
    panelLabel="Steps"
  >
    <DeskCard title="Error">
      <pre className={desk.raw}>{job.error}</pre>
    </DeskCard>
    <DeskCard title="Input">
      <RawData data={job.data} />
    </DeskCard>
  </OperatorPage>
)

function JobSteps({ job }: JobProps) {
  const [step, setStep] = useState<'retry' | 'resolve' | null>(null)
  const mayRetry = useMay('POST /operator/jobs/:id/retry')
  const maySettle = useMay('POST /operator/jobs/:id/resolve')
  const close = () => setStep(null)
  return (
    <section className={desk.steps} aria-label="Next steps">
      <h2>Next steps</h2>
      {job.resolved_at ? (
        <p>
          {job.resolution === 'retried' ? 'It was tried again' : 'It was settled'} on{' '}
          <TimeText at={job.resolved_at} withTime />.
        </p>
      ) : (
        <>
          <p>Fix the cause first. Otherwise the job fails again.</p>
          {mayRetry && <RetryButton job={job} onClick={() => setStep('retry')} />}
          {maySettle && (
            <Button variant="default" onClick={() => setStep('resolve')}>
              Dismiss
            </Button>
          )}
          {!mayRetry && !maySettle && <p>Support or an admin can retry it.</p>}
        </>
      )}
      <p className={desk.quiet}>Your actions and reasons are recorded in the audit log.</p>
      <RetryDialog job={job} opened={step === 'retry'} onClose={close} />
      <SettleDialog job={job} opened={step === 'resolve'} onClose={close} />
    </section>
  )
}

const RetryButton = ({ job, onClick }: JobProps & { onClick: () => void }) =>
  job.can_retry ? (
    <Button h={44} fullWidth onClick={onClick}>
      Try again
    </Button>
  ) : (
    <UnavailableButton h={44} fullWidth reason="There is no such job any more">
      Try again
    </UnavailableButton>
  )

type DialogProps = JobProps & { opened: boolean; onClose: () => void }

const RetryDialog = ({ job, ...dialog }: DialogProps) => (
  <ReasonDialog
    {...dialog}
    title="Try the job again"
    button="Try again"
    done="Job queued again"
    work={({ reason }) =>
      operatorCall('POST /operator/jobs/:id/retry', { params: { id: job.id }, body: { reason } })
    }
  >
    <p>{job.name} runs again with the same input. If it fails, it returns here.</p>
  </ReasonDialog>
)

const SettleDialog = ({ job, ...dialog }: DialogProps) => (
  <ReasonDialog
    {...dialog}
    title="Dismiss the dead letter"
    button="Dismiss"
    done="Dead letter dismissed"
    work={({ reason }) =>
      operatorCall('POST /operator/jobs/:id/resolve', { params: { id: job.id }, body: { reason } })
    }
  >
    <p>{job.name} will not run. Use this if it was done by hand or is no longer needed.</p>
  </ReasonDialog>
)
