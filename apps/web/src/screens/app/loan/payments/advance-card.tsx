import { Button } from '@mantine/core'
import { centsOf, formatMoney } from '@pier/protocol/money'
import type { Loan } from '../../../../api/loans/loans.ts'
import { fullDay } from '../../../../text/date-text.ts'
import type { Ask } from '../actions/loan-actions.ts'
import { LoanCard } from '../layout/loan-card.tsx'
import styles from '../layout/loan-parts.module.css'

type AdvanceCardProps = { loan: Loan; onAsk: Ask }
type Advance = Loan['advances'][number]

/** The lender may renew the domain from their own balance; both see what was advanced so far. */
export function AdvanceCard({ loan, onAsk }: AdvanceCardProps) {
  const { advance, advances, role } = loan
  const isOffered = advance?.open ?? false
  if (!isOffered && advances.length === 0) return null
  return (
    <LoanCard title="Renewal">
      {advance && isOffered && (
        <>
          <p>
            {advance.reason} You can renew the domain for one year from your own balance. The fee
            goes to the registry. {loan.borrower_name} owes you this fee without interest, and the
            next payment covers it first.
          </p>
          <div className={styles.start}>
            <Button variant="default" onClick={() => onAsk('advance')}>
              Renew from your balance
            </Button>
          </div>
        </>
      )}
      {advances.length > 0 && (
        <ul className={styles.lines}>
          {advances.map((each) => (
            <li key={each.id}>{textOf(each, role === 'LENDER' ? 'You' : loan.lender_name)}</li>
          ))}
        </ul>
      )}
    </LoanCard>
  )
}

function textOf({ amount, state, advanced_on, created_at }: Advance, who: string): string {
  const fee = formatMoney(centsOf(amount))
  if (state === 'asked')
    return `${who} paid ${fee} to renew the domain. The registry has not confirmed yet.`
  if (state === 'void')
    return `A renewal for ${fee} on ${fullDay(created_at)} failed and was not charged.`
  return `${fullDay(advanced_on ?? created_at)}: ${who} paid ${fee} to renew the domain. The fee was added to the payoff.`
}
