import { centsOf } from '@pier/protocol/money'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useDomainChoices } from '../../../../api/domains.ts'
import type { LoanList } from '../../../../api/loans/loans.ts'
import { useTransactions } from '../../../../api/transactions.ts'
import type { useLoanLists } from '../../../../loans/list/use-loan-lists.ts'
import { Money } from '../../../../money/money.tsx'
import { SkeletonBar } from '../../../../ui/feedback/skeleton-bar.tsx'
import { describeRunning } from '../loan-cards.tsx'
import styles from './figure-rows.module.css'

/** The figures of the cards, one line each, in small. */
export function FigureRows({ loans }: { loans: ReturnType<typeof useLoanLists> }) {
  const domains = useDomainChoices('all')
  const balance = useTransactions(1)
  return (
    <div className={styles.rows}>
      <FigureRow
        title="Portfolio"
        to="/app/my-domains"
        isBusy={domains.isPending}
        amount={domains.data && centsOf(domains.data.estimated_total)}
        note={domains.data && describePortfolio(domains.data)}
      />
      <LoanRow title="Borrowing" to="/app/borrow" list={loans.borrowed} failed={loans.error} />
      <LoanRow title="Lending" to="/app/lend" list={loans.lent} failed={loans.error} />
      <FigureRow
        title="Site balance"
        to="/app/add-balance"
        isBusy={balance.isPending}
        amount={balance.data && centsOf(balance.data.available)}
        note={balance.data && 'Registry fees only, never loan money'}
      />
    </div>
  )
}

type Portfolio = { counts: { all: number }; without_value: number }

function describePortfolio({ counts: { all }, without_value: without }: Portfolio): string {
  if (all === 0) return 'No domains yet'
  const known = all - without
  const values = known === 1 ? '1 value' : `${known.toLocaleString('en-US')} values`
  return `Sum of ${values}, ${without.toLocaleString('en-US')} without a value`
}

type LoanRowProps = { title: string; to: string; list: LoanList | undefined; failed: Error | null }

const LoanRow = ({ title, to, list, failed }: LoanRowProps) => (
  <FigureRow
    title={title}
    to={to}
    isBusy={!list && !failed}
    amount={list && centsOf(list.outstanding)}
    note={list && (list.escrows.length > 0 ? describeRunning(list) : 'No loans yet')}
  />
)

type FigureRowProps = {
  title: string
  to: string
  isBusy: boolean
  amount: number | undefined
  note: ReactNode
}

const FigureRow = ({ title, to, isBusy, amount, note }: FigureRowProps) => (
  <section aria-label={title} aria-busy={isBusy} className={styles.row}>
    <div>
      <h2>
        <Link to={to}>{title}</Link>
      </h2>
      {isBusy && <SkeletonBar width={160} height={16} />}
      {!isBusy && <p>{note ?? 'This did not load. Open it to try again.'}</p>}
    </div>
    {amount !== undefined && <Money amountCents={amount} size="figure-22" />}
  </section>
)
