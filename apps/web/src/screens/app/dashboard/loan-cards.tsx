import { runningStatuses } from '@pier/protocol/statuses'
import { centsOf } from '@pier/protocol/money'
import type { LoanList, LoanRow } from '../../../api/loans/loans.ts'
import { nearDay } from '../../../text/date-text.ts'
import { isOpen } from '../../../loans/next-action/moves.ts'
import { Money } from '../../../money/money.tsx'
import { CardEmpty, CardFigure, CardLines, CardText, SummaryCard } from './summary-card.tsx'

type LoanCardProps = { list: LoanList | undefined; waitingOffers: number; failed: boolean }

export function BorrowingCard({ list, waitingOffers, failed }: LoanCardProps) {
  return (
    <SummaryCard
      title="Borrowing"
      link={{ to: '/app/borrow', label: 'My Loans' }}
      busy={!list && !failed}
    >
      {list && list.escrows.length > 0 ? (
        <>
          <Outstanding list={list} />
          <CardLines
            lines={[
              { label: 'Next deadline', value: nextDeadline(list.escrows) },
              { label: 'Offers that wait', value: waitingOffers || 'None' },
            ]}
          />
        </>
      ) : (
        <CardEmpty
          title={failed ? 'Your loans did not load' : 'No loans yet'}
          hint="What you owe on your loans, and what is due next."
        />
      )}
    </SummaryCard>
  )
}

export function LendingCard({ list, waitingOffers, failed }: LoanCardProps) {
  return (
    <SummaryCard
      title="Lending"
      link={{ to: '/app/lend', label: 'My Loans' }}
      busy={!list && !failed}
    >
      {list && list.escrows.length > 0 ? (
        <>
          <Outstanding list={list} />
          <CardLines
            lines={[
              { label: 'Your offers that wait', value: waitingOffers || 'None' },
              { label: 'Disputed', value: countDisputed(list.escrows) || 'None' },
            ]}
          />
        </>
      ) : (
        <CardEmpty
          title={failed ? 'Your loans did not load' : 'No loans yet'}
          hint="What you have lent, and what is due to you."
        />
      )}
    </SummaryCard>
  )
}

const Outstanding = ({ list }: { list: LoanList }) => (
  <>
    <CardFigure>
      <Money amountCents={centsOf(list.outstanding)} size="figure-38" />
    </CardFigure>
    <CardText>Principal outstanding on {describeRunning(list)}</CardText>
  </>
)

/** "2 loans, 1 not paid out yet". */
export function describeRunning({ escrows }: LoanList): string {
  const running = escrows.filter(isRunning).length
  const starting = escrows.filter((row) => isOpen(row) && !isRunning(row)).length
  const loans = running === 1 ? '1 loan' : `${running} loans`
  return starting > 0 ? `${loans}, ${starting} not paid out yet` : loans
}

const running: ReadonlySet<string> = new Set(runningStatuses)
const isRunning = ({ status }: LoanRow) => running.has(status)
const countDisputed = (escrows: LoanRow[]) =>
  escrows.filter(({ status }) => status === 'ESCALATED').length

function nextDeadline(escrows: LoanRow[]): string {
  const [first] = escrows
    .filter(isOpen)
    .flatMap(({ deadline_at }) => deadline_at ?? [])
    .toSorted()
  return first ? nearDay(first) : 'None'
}
