import { useState } from 'react'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { AdvanceForm } from './advance-form.tsx'
import { ConfirmForm, isConfirm } from './confirm-form.tsx'
import { EscalateForm } from './escalate-form.tsx'
import { FinalizeForm } from './finalize-form.tsx'
import type { Question, QuestionKind } from '../actions/loan-actions.ts'
import { PaymentForm } from './payment-form.tsx'
import { ExtensionForm, SettlementForm } from './proposal-forms.tsx'
import { RefinanceForm } from './refinance-form.tsx'
import type { Frame } from './use-loan-form.ts'
import { WithdrawClaimForm } from './withdraw-claim-form.tsx'

const titles: Record<QuestionKind, string> = {
  cancel: 'Cancel loan',
  markPaid: 'Mark Paid',
  confirmReceipt: 'Confirm receipt',
  withdrawClaim: 'Withdraw claim',
  finalize: 'Finalize',
  tender: 'Record a payment attempt',
  escalate: 'Escalate',
  recordPayment: 'Partial payment',
  confirmPayment: 'Confirm a partial payment',
  denyPayment: 'Report a payment as not received',
  proposeExtension: 'Ask for an extension',
  extend: 'Accept an extension',
  declineExtension: 'Decline an extension',
  proposeSettlement: 'Propose a settlement',
  settle: 'Accept a settlement',
  declineSettlement: 'Decline a settlement',
  seekRefinance: 'Refinance',
  askToSell: 'Request time to sell',
  refinance: 'Confirm payoff',
  confirmRest: 'Confirm receipt',
  advance: 'Renew the domain',
}

type LoanDialogsProps = { question: Question | null; now: string; onClose: () => void }

/** The dialog of this screen that is open, if any. While it fades out, it shows the last one. */
export function LoanDialogs({ question, now, onClose }: LoanDialogsProps) {
  const [shown, setShown] = useState(question)
  const [confirming, setConfirming] = useState(false)
  if (question && question !== shown) setShown(question)
  const frame = { close: onClose, onConfirming: setConfirming }
  return (
    <Dialog
      title={shown ? titles[shown.kind] : ''}
      opened={question !== null}
      onClose={onClose}
      closable={!confirming}
    >
      {shown && <Content question={shown} now={now} frame={frame} />}
    </Dialog>
  )
}

function Content({ question, now, frame }: { question: Question; now: string; frame: Frame }) {
  const { kind, loan, start } = question
  const given = { loan, frame, now }
  if (isConfirm(kind)) return <ConfirmForm kind={kind} loan={loan} frame={frame} />
  switch (kind) {
    case 'finalize':
      return <FinalizeForm {...given} start={start} />
    case 'escalate':
      return <EscalateForm loan={loan} frame={frame} start={start} />
    case 'withdrawClaim':
      return <WithdrawClaimForm loan={loan} frame={frame} />
    case 'proposeExtension':
      return <ExtensionForm {...given} />
    case 'seekRefinance':
      return <RefinanceForm loan={loan} frame={frame} />
    case 'advance':
      return <AdvanceForm loan={loan} frame={frame} />
    case 'proposeSettlement':
      return <SettlementForm {...given} />
    default:
      return <PaymentForm {...given} kind={kind} />
  }
}
