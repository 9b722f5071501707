import { Button } from '@mantine/core'
import { useState } from 'react'
import { operatorDownload } from '../../../api/operator.ts'
import { decisionTitle } from '../../../shared/operator/decision-words.ts'
import desk from '../../../shared/operator/desk.module.css'
import { useMay } from '../../../shared/operator/duty-context.tsx'
import { DeskCard } from '../../../shared/operator/operator-page.tsx'
import { ReasonDialog } from '../../../shared/operator/reason-dialog.tsx'
import { TimeText } from '../../../shared/time-text.tsx'
import { openFile } from '../../../ui/open-file.ts'
import type { Loan } from './loan-screen.tsx'

/** What was decided about this loan, and the papers that it relies on. */
export function DecisionsCard({ loan }: { loan: Loan }) {
  const mayRead = useMay('GET /operator/documents/:id')
  const [wanted, setWanted] = useState<string | null>(null)
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
            {each.document_id && mayRead && (
              <Button size="xs" variant="default" onClick={() => setWanted(each.document_id)}>
                Open the document
              </Button>
            )}
          </li>
        ))}
      </ul>
      <DocumentDialog id={wanted} onClose={() => setWanted(null)} />
    </DeskCard>
  )
}

/** Nobody reads an order or a proof of identity unseen. */
function DocumentDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
  return (
    <ReasonDialog
      title="Open the document"
      opened={id !== null}
      onClose={onClose}
      button="Open it"
      done="The document was opened, and it is noted"
      work={async ({ reason }) => {
        const asked = { params: { id: id ?? '' }, query: { reason } }
        await openFile(() => operatorDownload('GET /operator/documents/:id', asked))
      }}
    />
  )
}
