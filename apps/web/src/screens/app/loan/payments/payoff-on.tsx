import { centsOf, formatMoney } from '@pier/protocol/money'
import { useState } from 'react'
import { type Loan, usePayoff } from '../../../../api/loans/loans.ts'
import { DateField } from '../../../../text/date-field.tsx'
import { fullDay } from '../../../../text/date-text.ts'
import { LoadFailed } from '../../../../shell/failures/load-failed.tsx'
import { FigureList } from '../../../../ui/display/figure-list.tsx'
import { SkeletonBar } from '../../../../ui/feedback/skeleton-bar.tsx'
import styles from '../layout/loan-parts.module.css'

type PayoffOnProps = { loan: Pick<Loan, 'id'>; today: string }

/** The payoff on any day from today on, and its parts. The same for both parties. */
export function PayoffOn({ loan, today }: PayoffOnProps) {
  const [typed, setTyped] = useState(today)
  // An empty field or a past day counts as today.
  const date = typed >= today ? typed : today
  const { data, error, refetch } = usePayoff(loan.id, date)
  return (
    <div className={styles.payoffOn}>
      <DateField
        label="Payoff on"
        name="payoff_on"
        value={typed}
        min={today}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div aria-live="polite">
        {error && !data && (
          <LoadFailed what="Payoff" error={error} onRetry={() => void refetch()} />
        )}
        {!error && !data && <SkeletonBar width="100%" height={96} />}
        {data && <PayoffFigures payoff={data} />}
      </div>
    </div>
  )
}

type Payoff = {
  date: string
  principal: number
  interest: number
  advances: number
  amount: number
}

const PayoffFigures = ({ payoff }: { payoff: Payoff }) => (
  <FigureList
    figures={[
      { label: 'Principal', value: money(payoff.principal) },
      { label: 'Interest', value: money(payoff.interest) },
      ...(payoff.advances > 0
        ? [{ label: 'Renewal advanced by the lender', value: money(payoff.advances) }]
        : []),
      {
        label: `Payoff on ${fullDay(payoff.date)}`,
        value: money(payoff.amount),
        total: true,
      },
    ]}
  />
)

const money = (dollars: number) => formatMoney(centsOf(dollars))
