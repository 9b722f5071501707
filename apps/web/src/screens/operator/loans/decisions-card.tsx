import { limits } from '@pier/protocol/limits'
import { Button } from '@mantine/core'
import { messageOf } from '../../../api/api-error.ts'
import { operatorDownload } from '../../../api/operator.ts'
import { decisionTitle } from '../../../shared/operator/decision-words.ts'
import desk from '../../../shared/operator/desk.module.css'
import { useMay } from '../../../shared/operator/duty-context.tsx'
import { DeskCard } from '../../../shared/operator/operator-page.tsx'
import { usePage } from '../../../shared/page-context.tsx'
import { TimeText } from '../../../shared/time-text.tsx'
import { openFile } from '../../../ui/open-file.ts'
import { useOnce } from '../../../ui/use-once.ts'
import type { Loan } from './loan-screen.tsx'

/** What was decided about this loan, and the papers that it relies on. */
export function DecisionsCard({ loan }: { loan: Loan }) {
  const mayRead = useMay('GET /operator/documents/:id')
  const { run } = useOnce(limits.loadingClearMs)
  const { setPageError } = usePage()
  const open = (id: string) =>
    void run(() =>
      openFile(() => operatorDownload('GET /operator/documents/:id', { params: { id } })).catch(
        (error: unknown) => setPageError(messageOf(error)),
      ),
    )
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
              <Button
                size="xs"
                variant="default"
                onClick={() => each.document_id && open(each.document_id)}
              >
                Open the document
              </Button>
            )}
          </li>
        ))}
      </ul>
    </DeskCard>
  )
}
