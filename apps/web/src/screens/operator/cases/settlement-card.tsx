import { IconCircleCheckFilled, IconClockHour4Filled } from '@tabler/icons-react'
import { DeskCard } from '../../../operator/page/operator-page.tsx'
import { PlainTag } from '../../../ui/display/tag.tsx'
import type { Case } from './case.ts'
import styles from './case.module.css'

/** Settlements that the parties proposed. Operators take no part in them. */
export const SettlementCard = ({ found }: { found: Case }) => (
  <DeskCard title="Proposed settlement">
    {found.settlements.length === 0 && (
      <p className={styles.quiet}>None proposed. Only the parties can propose one.</p>
    )}
    {found.settlements.map((settlement) => (
      <Settlement key={settlement.at} found={found} settlement={settlement} />
    ))}
    {found.settlements.length > 0 && (
      <p className={styles.quiet}>Signed by both, it closes the case without a ruling.</p>
    )}
  </DeskCard>
)

type SettlementProps = { found: Case; settlement: Case['settlements'][number] }

function Settlement({ found, settlement: { by, words, statement } }: SettlementProps) {
  const isBorrower = by === 'BORROWER'
  const [own, other] = isBorrower
    ? [found.borrower.name, found.lender.name]
    : [found.lender.name, found.borrower.name]
  return (
    <>
      <p className={styles.said}>{words}</p>
      {statement && <blockquote className={styles.quote}>{statement}</blockquote>}
      <div className={styles.signs}>
        <PlainTag tone="good" icon={IconCircleCheckFilled}>
          {firstName(own)} signed
        </PlainTag>
        <PlainTag tone="wait" icon={IconClockHour4Filled}>
          {firstName(other)} has not answered
        </PlainTag>
      </div>
    </>
  )
}

const firstName = (name: string) => name.split(' ')[0] ?? name
