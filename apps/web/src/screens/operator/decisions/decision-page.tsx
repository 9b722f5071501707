import { Link } from 'react-router'
import { DomainName } from '../../../domains/domain-name.tsx'
import { MoveBar } from '../../../loans/next-action/move-bar.tsx'
import {
  type Decision,
  confirmText,
  decisionStateText,
  decisionTitle,
} from '../../../operator/approvals/decision-text.ts'
import { DecisionTerms } from './decision-terms.tsx'
import { useNow } from '../../../operator/page/duty-context.tsx'
import { DeskCard, OperatorPage } from '../../../operator/page/operator-page.tsx'
import { StatusBadge } from '../../../text/status-badge.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import { DecisionPanel } from './decision-panel.tsx'
import type { DecisionFile } from './decision-file.ts'
import { FileCards } from './file-cards.tsx'
import styles from './decision.module.css'

/** One decision: what it does, what it relies on, and on the right its approval. */
export function DecisionPage({ file }: { file: DecisionFile }) {
  const { decision, loan } = file
  return (
    <OperatorPage
      kicker={
        <>
          Decision {decision.number}, {decisionTitle(decision)}
          {loan && (
            <>
              {' '}
              on loan <Link to={`/operator/loans/${loan.id}`}>{loan.code}</Link>
            </>
          )}
        </>
      }
      title={loan ? <DomainName name={loan.unicode} size="hero" /> : decision.subject}
      aside={
        loan ? (
          <StatusBadge kind="loan" status={loan.status} phase={loan.phase} size="md" />
        ) : (
          <Tag tone="neutral" size="md">
            {decisionStateText[decision.state]}
          </Tag>
        )
      }
      panel={<DecisionPanel file={file} />}
      panelLabel="Your decision"
    >
      <Move decision={decision} />
      {loan && (
        <dl className={styles.figures}>
          {loan.figures.map(({ label, value, note }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
              {note && <dd className={styles.small}>{note}</dd>}
            </div>
          ))}
        </dl>
      )}
      <FileCards file={file} />
      {!loan && (
        <DeskCard title="What it does">
          <DecisionTerms kind={decision.kind} terms={decision.terms} />
        </DeskCard>
      )}
    </OperatorPage>
  )
}

function Move({ decision }: { decision: Decision }) {
  const now = useNow()
  const { state, lapses_at, can_confirm, proposed_by, kind } = decision
  if (state !== 'proposed') return null
  return (
    <MoveBar
      whose={can_confirm ? 'you' : 'operators'}
      what={`Confirm or decline the ${confirmText[kind]}`}
      whatNote={`Proposed by ${proposed_by.name}.`}
      by={lapses_at}
      now={now}
      otherwise="The proposal lapses"
      otherwiseNote="Nothing changes. Nobody loses anything."
    />
  )
}
