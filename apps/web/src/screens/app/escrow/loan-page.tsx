import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import type { Escrow } from '../../../api/escrow.ts'
import { LoanDeck } from '../../../shared/loan-deck.tsx'
import { AdvanceCard } from './advance-card.tsx'
import { ActionsCard } from './actions-card.tsx'
import { ChatPanel } from './chat-panel.tsx'
import { deckOf } from './deck-of.ts'
import { DocumentsCard } from './documents-card.tsx'
import { HistoryCard } from './history-card.tsx'
import type { Ask, Question } from './loan-actions.ts'
import { LoanDialogs } from './loan-dialogs.tsx'
import styles from './loan-page.module.css'
import { type LoanTab, LoanTabs } from './loan-tabs.tsx'
import { MovePanel } from './move-panel.tsx'
import { NameCard } from './name-card.tsx'
import { NameserversCard } from './nameservers-card.tsx'
import { OpenMatters } from './open-matters.tsx'
import { PayPanel } from './pay-panel.tsx'
import { RepaymentCard } from './repayment-card.tsx'
import { SignatureModal } from './signature-modal.tsx'
import { TermsCard } from './terms-card.tsx'
import { useReveal } from './use-reveal.ts'

type LoanPageProps = { escrow: Escrow; now: string }

/** One loan: whose move on top, how far it is, and everything that belongs to it. */
export function LoanPage({ escrow, now }: LoanPageProps) {
  const [question, setQuestion] = useState<Question | null>(null)
  const [tab, setTab] = useState<LoanTab>('terms')
  const isNarrow = useMediaQuery('(max-width: 899px)', false, { getInitialValueInEffect: false })
  const reveal = useReveal(escrow)
  const ask: Ask = (kind, start) =>
    setQuestion({ kind, escrow, ...(start !== undefined && { start }) })
  const pay = () => {
    setTab('repay')
    reveal.reveal()
  }
  const showsPay = escrow.status === 'DOMAIN_IN_CUSTODY' ? escrow.role === 'LENDER' : reveal.details
  const terms = <TermsCard escrow={escrow} />
  const name = <NameCard escrow={escrow} />
  const servers = <NameserversCard escrow={escrow} />
  const papers = (
    <>
      <DocumentsCard escrow={escrow} />
      <HistoryCard escrow={escrow} />
    </>
  )
  const parts: Record<LoanTab, ReactNode> = {
    terms: (
      <>
        {terms}
        {name}
      </>
    ),
    chat: <ChatPanel escrow={escrow} />,
    repay: (
      <>
        {showsPay && <PayPanel escrow={escrow} reveal={reveal} />}
        <RepaymentCard escrow={escrow} onAsk={ask} />
        <AdvanceCard escrow={escrow} onAsk={ask} />
      </>
    ),
    files: (
      <>
        {servers}
        {papers}
      </>
    ),
  }
  const matters = <OpenMatters escrow={escrow} onAsk={ask} />
  const actions = <ActionsCard escrow={escrow} onAsk={ask} />
  return (
    <>
      <MovePanel escrow={escrow} now={now} onAsk={ask} onPay={pay} paying={reveal.busy} />
      <div className={`${styles.card} ${styles.deck}`}>
        <h2>Progress</h2>
        <LoanDeck {...deckOf(escrow, now)} />
      </div>
      {isNarrow ? (
        <>
          {matters}
          <LoanTabs escrowId={escrow.id} tab={tab} onTurn={setTab} parts={parts} />
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
      <SignatureModal escrow={escrow} />
      <LoanDialogs question={question} now={now} onClose={() => setQuestion(null)} />
    </>
  )
}
