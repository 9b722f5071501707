import { decisionTitle } from '../../../operator/approvals/decision-text.ts'
import desk from '../../../operator/page/desk.module.css'
import { DocumentButton } from '../../../operator/approvals/document-button.tsx'
import { DeskCard } from '../../../operator/page/operator-page.tsx'
import { TimeText } from '../../../text/time-text.tsx'
import type { Loan } from './loan.ts'

/** The decisions about this loan, and the documents they rely on. */
export function DecisionsCard({ loan }: { loan: Loan }) {
  if (loan.decisions.length === 0) return null
  return (
    <DeskCard title="Decisions and documents">
      <ul className={desk.lines}>
        {loan.decisions.map(({ id, state, proposed_by, decided_by, ...each }) => (
          <li key={id}>
            <strong>
              {decisionTitle(each)}, {state}
            </strong>
            <span>
              {proposed_by.name}
              {decided_by && ` and ${decided_by.name}`}, <TimeText at={each.proposed_at} withTime />
            </span>
            <span>{each.reasons}</span>
            <DocumentButton id={each.document_id} />
          </li>
        ))}
      </ul>
    </DeskCard>
  )
}
