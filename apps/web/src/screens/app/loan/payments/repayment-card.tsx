import { Button } from '@mantine/core'
import { centsOf } from '@pier/protocol/money'
import type { Loan } from '../../../../api/loans/loans.ts'
import { RepaymentLine } from '../../../../loans/repayment-line.tsx'
import { UnavailableButton } from '../../../../ui/button/unavailable-button.tsx'
import { type Ask, findAction, isOpen } from '../actions/loan-actions.ts'
import { LoanCard } from '../layout/loan-card.tsx'
import { PayoffOn } from './payoff-on.tsx'
import styles from '../layout/loan-parts.module.css'

/** Alternatives to repaying everything on the due date. */
const ways = [
  { kind: 'recordPayment', label: 'Record partial payment' },
  { kind: 'seekRefinance', label: 'Refinance' },
  { kind: 'askToSell', label: 'Request time to sell' },
] as const

type RepaymentCardProps = { loan: Loan; onAsk: Ask }

/** The timeline of the loan and three payoffs. Nothing before the loan is funded. */
export function RepaymentCard({ loan, onAsk }: RepaymentCardProps) {
  const { payoff, value_date, per_diem } = loan
  if (!payoff || !value_date) return null
  return (
    <LoanCard title="Repayment" aside={<ExtensionButton loan={loan} onAsk={onAsk} />}>
      <RepaymentLine
        receivedOn={value_date}
        today={payoff.today.date}
        dueOn={payoff.due.date}
        graceEndsOn={payoff.grace.date}
        noticeEndsOn={payoff.notice_ends_on}
        payoff={{
          todayCents: centsOf(payoff.today.amount),
          dueCents: centsOf(payoff.due.amount),
          graceCents: centsOf(payoff.grace.amount),
          perDayCents: centsOf(per_diem),
          differenceCents: centsOf(payoff.difference),
        }}
      />
      <PayoffOn loan={loan} today={payoff.today.date} />
      <div className={styles.start}>
        {ways.map(
          ({ kind, label }) =>
            isOpen(loan, kind) && (
              <Button key={kind} variant="subtle" size="xs" onClick={() => onAsk(kind)}>
                {label}
              </Button>
            ),
        )}
      </div>
    </LoanCard>
  )
}

function ExtensionButton({ loan, onAsk }: RepaymentCardProps) {
  const action = findAction(loan, 'proposeExtension')
  if (!action) return null
  const label = loan.role === 'BORROWER' ? 'Ask for an extension' : 'Propose an extension'
  if (!action.open)
    return (
      <UnavailableButton size="xs" reason={action.why_not}>
        {label}
      </UnavailableButton>
    )
  return (
    <Button variant="subtle" size="xs" onClick={() => onAsk('proposeExtension')}>
      {label}
    </Button>
  )
}
