import type { CallOutput } from '@pier/protocol/calls/calls'
import { Button } from '@mantine/core'
import { labelOfDomain } from '@pier/protocol/labels'
import { IconAlertTriangleFilled, IconCircleCheckFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { operatorCall } from '../../../api/operator.ts'
import { DomainName } from '../../../domains/domain-name.tsx'
import desk from '../../../operator/page/desk.module.css'
import { useMay } from '../../../operator/page/duty-context.tsx'
import { HoldDialog } from '../../../operator/approvals/hold-dialog.tsx'
import { DeskCard, OperatorPage } from '../../../operator/page/operator-page.tsx'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import { TimeText } from '../../../text/time-text.tsx'
import { Tag } from '../../../ui/display/tag.tsx'

type Report = CallOutput<'GET /operator/reports/:id'>

type ReportProps = { report: Report }

/** A report from outside about a domain, and what we know about the domain. */
export const ReportPage = ({ report }: ReportProps) => (
  <OperatorPage
    kicker={
      <>
        {report.kind === 'theft' ? 'Theft report' : 'Abuse report'},{' '}
        <TimeText at={report.created_at} withTime />
      </>
    }
    title={<DomainName name={report.domain} size="hero" />}
    aside={
      report.closed_at ? (
        <Tag tone="neutral" icon={IconCircleCheckFilled} size="md">
          Closed
        </Tag>
      ) : (
        <Tag tone="bad" icon={IconAlertTriangleFilled} size="md">
          Open
        </Tag>
      )
    }
    panel={<ReportSteps report={report} />}
    panelLabel="Steps"
  >
    <DeskCard title="Statement" aside="Not verified">
      <p className={desk.text}>{report.statement}</p>
      <p className={desk.quiet}>
        From <a href={`mailto:${report.contact}`}>{report.contact}</a>
      </p>
    </DeskCard>
    <KnownCard report={report} />
  </OperatorPage>
)

function KnownCard({ report: { domains, escrow_id, others } }: ReportProps) {
  return (
    <DeskCard title="About this domain" aside={countLabel(others)}>
      {domains.length === 0 && <p className={desk.quiet}>No account holds this domain.</p>}
      <ul className={desk.lines}>
        {domains.map(({ id, owner_id, owner, status }) => (
          <li key={id}>
            <Link to={`/operator/domains/${id}`}>{labelOfDomain(status, {})}</Link>
            <span>
              Of <Link to={`/operator/users/${owner_id}`}>{owner}</Link>
            </span>
          </li>
        ))}
      </ul>
      {escrow_id ? (
        <p>
          It is collateral for <Link to={`/operator/loans/${escrow_id}`}>a loan</Link>.
        </p>
      ) : (
        <p className={desk.quiet}>It is collateral for no loan.</p>
      )}
    </DeskCard>
  )
}

function countLabel(others: number): string {
  if (others === 0) return 'No other report'
  return others === 1 ? '1 other report' : `${others} other reports`
}

function ReportSteps({ report }: ReportProps) {
  const [step, setStep] = useState<'hold' | 'close' | null>(null)
  const mayHold = useMay('POST /operator/holds')
  const mayClose = useMay('POST /operator/reports/:id/close')
  const close = () => setStep(null)
  return (
    <section className={desk.steps} aria-label="Next steps">
      <h2>Next steps</h2>
      {report.closed_at && (
        <p>
          {report.closed_by ?? 'Somebody'} closed it on <TimeText at={report.closed_at} withTime />.
        </p>
      )}
      {!report.closed_at && mayHold && (
        <Button h={44} fullWidth onClick={() => setStep('hold')}>
          Place hold
        </Button>
      )}
      {!report.closed_at && mayClose && (
        <Button variant="default" onClick={() => setStep('close')}>
          Close report
        </Button>
      )}
      {!report.closed_at && !mayHold && !mayClose && (
        <p>A case officer or compliance decides here.</p>
      )}
      <p className={desk.quiet}>
        A report alone changes nothing. A hold keeps the domain in place while you ask both sides.
      </p>
      <HoldDialog domain={report.domain} opened={step === 'hold'} onClose={close} />
      <CloseDialog report={report} opened={step === 'close'} onClose={close} />
    </section>
  )
}

type CloseDialogProps = ReportProps & { opened: boolean; onClose: () => void }

const CloseDialog = ({ report, ...dialog }: CloseDialogProps) => (
  <ReasonDialog
    {...dialog}
    title="Close report"
    button="Close report"
    done="Report closed"
    work={({ reason }) =>
      operatorCall('POST /operator/reports/:id/close', {
        params: { id: report.id },
        body: { reason },
      })
    }
  >
    <p>Describe the result. Any hold stays in place.</p>
  </ReasonDialog>
)
