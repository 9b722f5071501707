import { Button } from '@mantine/core'
import { centsOf, formatMoney, formatRate } from '@pier/protocol/money'
import { IconFileTypePdf } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Loan } from '../../../../api/loans/loans.ts'
import { daysOf } from '../../../../offers/offer-text.ts'
import { FigureList } from '../../../../ui/display/figure-list.tsx'
import { LoanCard } from '../layout/loan-card.tsx'
import styles from '../layout/loan-parts.module.css'

const contracts = ['Bank Transfer', 'Cryptocurrency']

export function TermsCard({ loan }: { loan: Loan }) {
  const { apy, term, amount, payoff, receipt } = loan
  return (
    <LoanCard title="Terms" aside={<SignedPdf loan={loan} />}>
      <dl className={styles.terms}>
        <Term label="Rate" value={formatRate(centsOf(apy))} />
        <Term label="Term" value={daysOf(term)} />
        <Term label="Amount" value={money(amount)} />
      </dl>
      <FigureList
        figures={[
          { label: 'Adjusted for the term', value: formatRate(centsOf(loan.adjusted)) },
          { label: 'Interest per day', value: money(loan.per_diem) },
          repayFigure(loan),
          { label: 'Contract', value: contracts[loan.contract] ?? 'Unknown' },
          { label: 'Loan to value', value: loan.ltv === null ? 'Unknown' : `${loan.ltv}%` },
        ]}
      />
      {!receipt && (
        <p className={styles.small}>
          {loan.role === 'BORROWER' ? 'You' : 'The borrower'} may repay early at any time
          {payoff ? `. At least ${money(payoff.least_interest)} of interest is due.` : '.'}
        </p>
      )}
    </LoanCard>
  )
}

const money = (dollars: number) => formatMoney(centsOf(dollars))

/** The sum to be paid or, once the loan is over, the agreed one. */
function repayFigure({ role, payoff, repay, paid, receipt }: Loan) {
  if (receipt)
    return {
      label: 'Agreed for the due date',
      value: money(receipt.sums?.agreed.amount ?? repay), // A loan that never ran has no sums.
    }
  const isLate = payoff !== null && payoff.today.date > payoff.due.date
  const verb = role === 'BORROWER' ? 'You repay' : 'You collect'
  const when = isLate ? 'today' : 'on the due date'
  const after = paid > 0 ? `, after ${money(paid)} already paid` : ''
  return { label: `${verb} ${when}${after}`, value: money(repay) }
}

const Term = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

/** Available once both have signed and it is sealed. Its page fetches the file with the token. */
function SignedPdf({ loan: { id, agreement } }: { loan: Loan }) {
  if (agreement.state === 'signed') return <span className={styles.small}>Signed by you</span>
  if (agreement.state === 'sealing')
    return <span className={styles.small}>Signed PDF is being sealed</span>
  if (agreement.state !== 'sealed') return <span className={styles.small}>Not signed yet</span>
  return (
    <Button
      component={Link}
      to={`/app/escrow/${id}/signed-pdf`}
      target="_blank"
      rel="noopener"
      variant="subtle"
      size="xs"
      leftSection={<IconFileTypePdf size={18} aria-hidden="true" />}
    >
      Signed PDF
    </Button>
  )
}
