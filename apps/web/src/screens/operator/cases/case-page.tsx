import { Link } from 'react-router'
import { DomainName } from '../../../domains/domain-name.tsx'
import { MoveBar } from '../../../loans/next-action/move-bar.tsx'
import { useNow } from '../../../operator/page/duty-context.tsx'
import { OperatorPage } from '../../../operator/page/operator-page.tsx'
import { StatusBadge } from '../../../text/status-badge.tsx'
import { TimeText } from '../../../text/time-text.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import type { Case } from './case.ts'
import styles from './case.module.css'
import { ExhibitsCard } from './exhibits-card.tsx'
import { QuestionsCard } from './questions-card.tsx'
import { RulingPanel, useRulingPanel } from './ruling-panel.tsx'
import { SettlementCard } from './settlement-card.tsx'
import { StatementCard } from './statement-card.tsx'
import { TimelineCard } from './timeline-card.tsx'

/** One dispute: next action, facts, statements and exhibits, and on the right the ruling. */
export function CasePage({ found }: { found: Case }) {
  const hasPanel = useRulingPanel(found)
  return (
    <OperatorPage
      kicker={
        <>
          Case {String(found.number).padStart(4, '0')} on loan{' '}
          <Link to={`/operator/loans/${found.escrow_id}`}>{found.code}</Link>, {found.reason_words}
        </>
      }
      title={<DomainName name={found.unicode} size="hero" />}
      aside={
        found.closed_at ? (
          <Tag tone="neutral" size="md">
            Closed
          </Tag>
        ) : (
          <StatusBadge kind="loan" status="ESCALATED" phase="DISPUTED" size="md" />
        )
      }
      panel={hasPanel && <RulingPanel found={found} />}
      panelLabel="Ruling"
    >
      <Move found={found} />
      <dl className={styles.facts}>
        {found.facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.halves}>
        <StatementCard found={found} party="BORROWER" />
        <StatementCard found={found} party="LENDER" />
      </div>
      <ExhibitsCard found={found} />
      <QuestionsCard found={found} />
      <div className={styles.halves}>
        <TimelineCard found={found} />
        <SettlementCard found={found} />
      </div>
    </OperatorPage>
  )
}

function Move({ found: { move, closed_at, outcome } }: { found: Case }) {
  const now = useNow()
  if (closed_at) {
    return (
      <p className={styles.closed}>
        <strong>{outcome ?? 'Closed'}</strong> <TimeText at={closed_at} withTime />
      </p>
    )
  }
  return (
    <MoveBar
      whose={sides[move.whose]}
      what={move.title}
      whatNote={move.note}
      by={move.by}
      now={now}
      otherwise={move.otherwise}
      otherwiseNote={move.otherwise_note}
    />
  )
}

const sides = {
  YOU: 'you',
  BORROWER: 'borrower',
  LENDER: 'lender',
  BOTH: 'both',
  OPERATORS: 'operators',
  NOBODY: 'nobody',
} as const
