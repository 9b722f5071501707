import {
  domainStatuses,
  loanStatuses,
  loanPhases,
  offerStatuses,
  transactionStatuses,
} from '@pier/protocol/statuses'
import type { ReactNode } from 'react'
import { PhaseBadge, StatusBadge, TransactionStatus } from '../../text/status-badge.tsx'
import { TableAnswer } from '../../text/table-answer.tsx'
import { WhoseMove } from '../../loans/next-action/whose-move.tsx'
import { GallerySection, Panel, SampleGrid } from './gallery-section.tsx'
import styles from './status-section.module.css'

const strange = 'FINALIZED_BY_NOBODY'
const answers = ['yes', 'pending', 'notYet', 'no'] as const

export function StatusSection() {
  return (
    <GallerySection title="Status language">
      <SampleGrid>
        <Panel title="Domain">
          {[...domainStatuses, strange].map((status) => (
            <Line key={status} wire={status}>
              <StatusBadge kind="domain" status={status} />
            </Line>
          ))}
          <Line wire="pending_transfer">
            <StatusBadge kind="domain" status="EXTERNAL_VERIFIED" pendingTransfer />
          </Line>
          <Line wire="hold">
            <StatusBadge kind="domain" status="CUSTODY_PAID" onHold />
          </Line>
        </Panel>
        <Panel title="Offer">
          {[...offerStatuses, strange].map((status) => (
            <Line key={status} wire={status}>
              <StatusBadge kind="offer" status={status} />
            </Line>
          ))}
          <Line wire="RESCINDED + EXPIRED">
            <StatusBadge kind="offer" status="RESCINDED" reason="EXPIRED" />
          </Line>
        </Panel>
        <Panel title="Escrow">
          {[...loanStatuses, strange].map((status) => (
            <Line key={status} wire={status}>
              <StatusBadge kind="loan" status={status} phase="OVERDUE" days={{ days: 3 }} />
            </Line>
          ))}
          <Line wire="on its own screen">
            <StatusBadge kind="loan" status="LOAN_POSTED" phase="ACTIVE" size="md" />
          </Line>
        </Panel>
        <Panel title="Transaction">
          {[...transactionStatuses, strange].map((status) => (
            <Line key={status} wire={status}>
              <TransactionStatus status={status} />
            </Line>
          ))}
          <h3>In tables</h3>
          {answers.map((answer) => (
            <TableAnswer key={answer} answer={answer} />
          ))}
          <WhoseMove yours>You repay</WhoseMove>
          <WhoseMove yours={false}>Lender confirms</WhoseMove>
        </Panel>
        <Panel title="Loan phase">
          {loanPhases.map((phase) => (
            <Line key={phase} wire={phase}>
              <PhaseBadge phase={phase} day={104} termDays={120} days={3} />
            </Line>
          ))}
        </Panel>
      </SampleGrid>
    </GallerySection>
  )
}

function Line({ wire, children }: { wire: string; children: ReactNode }) {
  return (
    <div className={styles.line}>
      {children}
      <code className={styles.wire}>{wire}</code>
    </div>
  )
}
