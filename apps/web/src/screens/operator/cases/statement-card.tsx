import { shortDay } from '../../../text/date-text.ts'
import { DeskCard } from '../../../operator/page/operator-page.tsx'
import { PersonHead } from '../../../operator/page/person-head.tsx'
import type { Case } from './case.ts'
import styles from './case.module.css'

type StatementCardProps = { found: Case; party: 'BORROWER' | 'LENDER' }

/** A party, and what it said. */
export function StatementCard({ found, party }: StatementCardProps) {
  const isBorrower = party === 'BORROWER'
  const { name, record } = isBorrower ? found.borrower : found.lender
  const said = found.statements.filter((each) => each.party === party)
  const first = said[0]
  return (
    <DeskCard>
      <PersonHead
        {...{ name, record }}
        side={isBorrower ? 'Borrower' : 'Lender'}
        aside={
          first && (
            <time dateTime={first.at} title={first.at}>
              {shortDay(first.at)}
            </time>
          )
        }
      />
      {said.length === 0 && <p className={styles.quiet}>No statement yet.</p>}
      {said.map(({ kind, body, at }) => (
        <div key={at}>
          {kind === 'reply' && (
            <p className={styles.replyHead}>
              Reply, <time dateTime={at}>{shortDay(at)}</time>
            </p>
          )}
          <p className={styles.said}>{body}</p>
        </div>
      ))}
    </DeskCard>
  )
}
