import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import type { Loan } from '../../../api/loans/loans.ts'
import { LoanStepper } from '../../../loans/loan-stepper.tsx'
import { lateDialog, unaskedDialog } from '../../../ui/dialog/late-dialog.ts'
import { late } from '../../../ui/dialog/late.tsx'
import { AdvanceCard } from './payments/advance-card.tsx'
import { ActionsCard } from './next-action/actions-card.tsx'
import { ChatPanel } from './chat/chat-panel.tsx'
import { stepperOf } from './status/stepper-of.ts'
import { DocumentsCard } from './documents/documents-card.tsx'
import { HistoryCard } from './status/history-card.tsx'
import type { Ask, Question } from './actions/loan-actions.ts'
import styles from './layout/loan-page.module.css'
import { type LoanTab, LoanTabs } from './layout/loan-tabs.tsx'
import { MovePanel } from './next-action/move-panel.tsx'
import { NameCard } from './domain/name-card.tsx'
import { NameserversCard } from './domain/nameservers-card.tsx'
import { OpenMatters } from './next-action/open-matters.tsx'
import { SkeletonBar } from '../../../ui/feedback/skeleton-bar.tsx'
import { RepaymentCard } from './payments/repayment-card.tsx'
import { toSign } from './contract/signing.ts'
import { TermsCard } from './contract/terms-card.tsx'
import { useReveal } from './payments/use-reveal.ts'

const payPanel = late(async () => (await import('./payments/pay-panel.tsx')).PayPanel, {
  meanwhile: (
    <div aria-busy="true">
      <SkeletonBar width="100%" height={320} />
    </div>
  ),
})
const dialogs = lateDialog(async () => (await import('./dialogs/loan-dialogs.tsx')).LoanDialogs)
const signature = unaskedDialog(
  async () => (await import('./contract/signature-modal.tsx')).SignatureModal,
)

type LoanPageProps = { loan: Loan; now: string }

/** One loan: the next action on top, its progress, and everything that belongs to it. */
export function LoanPage({ loan, now }: LoanPageProps) {
  const [question, setQuestion] = useState<Question | null>(null)
  const wasAsked = useWasSo(question !== null)
  const wasToSign = useWasSo(toSign(loan))
  dialogs.useSigns()
  const [tab, setTab] = useState<LoanTab>('terms')
  const isNarrow = useMediaQuery('(max-width: 899px)', false, { getInitialValueInEffect: false })
  const reveal = useReveal(loan)
  const ask: Ask = (kind, start) =>
    setQuestion({ kind, loan, ...(start !== undefined && { start }) })
  const pay = () => {
    setTab('repay')
    reveal.reveal()
  }
  const showsPay = loan.status === 'DOMAIN_IN_CUSTODY' ? loan.role === 'LENDER' : reveal.details
  const terms = <TermsCard loan={loan} />
  const name = <NameCard loan={loan} />
  const servers = <NameserversCard loan={loan} />
  const papers = (
    <>
      <DocumentsCard loan={loan} />
      <HistoryCard loan={loan} />
    </>
  )
  const parts: Record<LoanTab, ReactNode> = {
    terms: (
      <>
        {terms}
        {name}
      </>
    ),
    chat: <ChatPanel loan={loan} />,
    repay: (
      <>
        {showsPay && <payPanel.Part loan={loan} reveal={reveal} />}
        <RepaymentCard loan={loan} onAsk={ask} />
        <AdvanceCard loan={loan} onAsk={ask} />
      </>
    ),
    files: (
      <>
        {servers}
        {papers}
      </>
    ),
  }
  const matters = <OpenMatters loan={loan} onAsk={ask} />
  const actions = <ActionsCard loan={loan} onAsk={ask} />
  return (
    <>
      <MovePanel loan={loan} now={now} onAsk={ask} onPay={pay} paying={reveal.busy} />
      <div className={`${styles.card} ${styles.deck}`}>
        <h2>Progress</h2>
        <LoanStepper {...stepperOf(loan, now)} />
      </div>
      {isNarrow ? (
        <>
          {matters}
          <LoanTabs escrowId={loan.id} tab={tab} onTurn={setTab} parts={parts} />
          {actions}
        </>
      ) : (
        <>
          <div className={styles.columns}>
            <div className={styles.main}>
              {matters}
              {parts.repay}
              <div className={styles.halves}>
                {terms}
                {actions}
                {name}
                {servers}
              </div>
            </div>
            <div className={styles.chat}>{parts.chat}</div>
          </div>
          <div className={styles.foot}>{papers}</div>
        </>
      )}
      {wasToSign && <signature.Part loan={loan} />}
      {wasAsked && <dialogs.Part question={question} now={now} onClose={() => setQuestion(null)} />}
    </>
  )
}

/** A dialog stays where it is when it closes: it fades out, and gives the focus back. */
function useWasSo(isSo: boolean): boolean {
  const [wasSo, setWasSo] = useState(isSo)
  if (isSo && !wasSo) setWasSo(true)
  return wasSo
}
