import { useState } from 'react'
import type { Loan } from '../../../../api/loans/loans.ts'
import { LoanStepper } from '../../../../loans/loan-stepper.tsx'
import { CaseCard } from '../dispute/case-card.tsx'
import { Talk, TalkCard } from './chat-and-history.tsx'
import { stepperOf } from '../status/stepper-of.ts'
import { DocumentsCard } from '../documents/documents-card.tsx'
import styles from './finished-page.module.css'
import page from '../layout/loan-page.module.css'
import { NameCard } from '../domain/name-card.tsx'
import { NextCard } from './next-card.tsx'
import { OutcomeBanner } from './outcome-banner.tsx'
import { ReceiptCard } from './receipt-card.tsx'
import type { Receipt } from './receipt-rows.ts'
import { RecordCard } from './record-card.tsx'

type FinishedPageProps = { loan: Loan; receipt: Receipt; now: string; isNews: boolean }

/** A loan that is over: how it ended, what was paid, and what is next. It has no actions. */
export function FinishedPage({ loan, receipt, now, isNews }: FinishedPageProps) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <OutcomeBanner loan={loan} receipt={receipt} isNews={isNews} />
      <div className={`${page.card} ${page.deck}`}>
        <h2>Progress</h2>
        <LoanStepper {...stepperOf(loan, now)} />
      </div>
      <div className={page.columns}>
        <div className={styles.stack}>
          <ReceiptCard receipt={receipt} />
          <NextCard loan={loan} receipt={receipt} />
          <CaseCard loan={loan} />
        </div>
        <div className={styles.stack}>
          <NameCard loan={loan} />
          <DocumentsCard loan={loan} ended />
          <RecordCard record={receipt.record} />
          <TalkCard
            loan={loan}
            receipt={receipt}
            now={now}
            opened={opened}
            onToggle={() => setOpened(!opened)}
          />
        </div>
      </div>
      {opened && <Talk loan={loan} />}
    </>
  )
}
