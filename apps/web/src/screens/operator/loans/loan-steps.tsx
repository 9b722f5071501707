import { Button } from '@mantine/core'
import { useState } from 'react'
import { operatorCall } from '../../../api/operator.ts'
import { CheckList } from '../../../operator/approvals/check-list.tsx'
import desk from '../../../operator/page/desk.module.css'
import { useMay } from '../../../operator/page/duty-context.tsx'
import { OpenLoanDialog } from '../../../operator/dialogs/open-loan-dialog.tsx'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import { ProposedDecision, ApprovalSteps } from '../../../operator/approvals/approval-steps.tsx'
import { UnavailableButton } from '../../../ui/button/unavailable-button.tsx'
import { AsPartyDialog } from './as-party-dialog.tsx'
import type { Loan } from './loan.ts'
import { OrderDialog } from './order-dialog.tsx'

type Step = 'seize' | 'order' | 'cancel' | 'open' | 'BORROWER' | 'LENDER'
type StepsProps = { loan: Loan; ask: (step: Step) => void }

/** The actions on a loan: those that need an approval above, the others below. */
export function LoanSteps({ loan }: { loan: Loan }) {
  const [step, setStep] = useState<Step | null>(null)
  const proposed = loan.decisions.filter(({ state }) => state === 'proposed')
  const close = () => setStep(null)
  return (
    <>
      {proposed.map((decision) => (
        <section key={decision.id} className={desk.steps} aria-label={decision.words}>
          <h2>{decision.words}</h2>
          <ProposedDecision decision={decision} />
        </section>
      ))}
      {!proposed.some(({ kind }) => kind === 'seize') && <Seizure loan={loan} ask={setStep} />}
      <OtherSteps loan={loan} ask={setStep} />
      <SeizeDialog loan={loan} opened={step === 'seize'} onClose={close} />
      <OrderDialog loan={loan} opened={step === 'order'} onClose={close} />
      <CancelDialog loan={loan} opened={step === 'cancel'} onClose={close} />
      <OpenLoanDialog loan={loan} opened={step === 'open'} onClose={close} />
      <AsPartyDialog
        loan={loan}
        party={step === 'BORROWER' || step === 'LENDER' ? step : null}
        onClose={close}
      />
    </>
  )
}

/** Only after an unanswered notice. The reasons must address every check that is not met. */
function Seizure({ loan, ask }: StepsProps) {
  const maySeize = useMay('POST /operator/loans/:id/seize')
  if (loan.status !== 'LOAN_POSTED') return null
  const isReady = loan.phase === 'SEIZURE_READY'
  const isMet = loan.seizure_checks.every(({ is_met }) => is_met)
  const why = maySeize
    ? 'Possible only after an unanswered default notice'
    : 'A case officer proposes it'
  return (
    <section className={desk.steps} aria-label="Seizure">
      <h2>Seizure</h2>
      <CheckList checks={loan.seizure_checks} />
      <ApprovalSteps />
      {isReady && !isMet && (
        <p className={desk.quiet}>
          Not every check is met. Explain in the reasons why you propose it anyway.
        </p>
      )}
      {maySeize && isReady ? (
        <Button h={44} fullWidth onClick={() => ask('seize')}>
          Propose seizure
        </Button>
      ) : (
        <UnavailableButton h={44} fullWidth reason={why}>
          Propose seizure
        </UnavailableButton>
      )}
    </section>
  )
}

function OtherSteps({ loan, ask }: StepsProps) {
  const mayOpen = useMay('POST /operator/loans/:id/open')
  const mayLook = useMay('GET /operator/loans/:id/as/:party')
  const mayCancel = useMay('POST /operator/loans/:id/cancel')
  const mayOrder = useMay('POST /operator/loans/:id/seize-for-platform')
  const isEarly = ['PENDING_SIGNATURE', 'NEW', 'DOMAIN_IN_CUSTODY'].includes(loan.status)
  const isEnded = loan.phase === 'ENDED'
  return (
    <section className={desk.steps} aria-label="More">
      <h2>More</h2>
      {mayOpen && !loan.is_open && (
        <Button variant="default" onClick={() => ask('open')}>
          Open chat, files and addresses
        </Button>
      )}
      {mayLook && (
        <div className={desk.pair}>
          <Button variant="default" onClick={() => ask('BORROWER')}>
            See as borrower
          </Button>
          <Button variant="default" onClick={() => ask('LENDER')}>
            See as lender
          </Button>
        </div>
      )}
      {mayCancel && isEarly && (
        <Button variant="danger" onClick={() => ask('cancel')}>
          Cancel loan
        </Button>
      )}
      {mayOrder && !isEnded && (
        <Button variant="danger" onClick={() => ask('order')}>
          Seize by order
        </Button>
      )}
      <p className={desk.quiet}>All actions and reasons are recorded in the audit log.</p>
    </section>
  )
}

type DialogProps = { loan: Loan; opened: boolean; onClose: () => void }

const SeizeDialog = ({ loan, ...dialog }: DialogProps) => (
  <ReasonDialog
    {...dialog}
    title="Propose seizure"
    button="Propose seizure"
    danger
    done="Proposed. Waiting for second approval"
    forParties
    withCode
    startReason="The payoff was not paid by the end of grace. The notice was served, and nobody objected in time."
    work={({ reason, code }) =>
      operatorCall('POST /operator/loans/:id/seize', {
        params: { id: loan.id },
        body: { version: loan.version, reason, code },
      })
    }
  >
    <p>
      The domain goes to {loan.lender.name} once a second operator approves. This cannot be undone.
    </p>
  </ReasonDialog>
)

const CancelDialog = ({ loan, ...dialog }: DialogProps) => (
  <ReasonDialog
    {...dialog}
    title="Cancel loan"
    button="Cancel loan"
    danger
    done="Loan cancelled"
    forParties
    work={({ reason }) =>
      operatorCall('POST /operator/loans/:id/cancel', {
        params: { id: loan.id },
        body: { version: loan.version, reason },
      })
    }
  >
    <p>The loan is cancelled and the domain is free again. Nobody owes anything.</p>
  </ReasonDialog>
)
