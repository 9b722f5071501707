import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { ApiError } from '../../../api/client/api-error.ts'
import { type Escrow, useEscrow } from '../../../api/loans/loans.ts'
import { pageTitle } from '../../../shell/page/page-title.ts'
import { RowsFailed } from '../../../shell/failures/table-states.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SkeletonBar } from '../../../ui/feedback/skeleton-bar.tsx'
import { FinishedPage } from './finished/finished-page.tsx'
import { LoanPage } from './loan-page.tsx'
import styles from './layout/loan-page.module.css'
import { LoanTitle } from './status/loan-title.tsx'

export { ScreenCrash as ErrorBoundary } from '../../../shell/failures/screen-crash.tsx'

export const meta = pageTitle('Loan')

export default function EscrowScreen() {
  const { id = '' } = useParams()
  return <Loan key={id} id={id} />
}

function Loan({ id }: { id: string }) {
  const { data: escrow, error, dataUpdatedAt, refetch } = useEscrow(id)
  if (!escrow && isMissing(error)) return <NoSuchLoan />
  return (
    <div className={styles.page}>
      {(escrow || !error) && <LoanTitle escrow={escrow} />}
      {escrow && <Stand escrow={escrow} now={new Date(dataUpdatedAt).toISOString()} />}
      {!escrow && !error && <LoanSkeleton />}
      {!escrow && error && (
        <div className={styles.card}>
          <h1 className={styles.plainTitle}>Loan</h1>
          <RowsFailed title="This loan did not load" error={error} onRetry={() => void refetch()} />
        </div>
      )}
    </div>
  )
}

/** A loan that is over has nothing left to press: it shows what it came to. */
function Stand({ escrow, now }: { escrow: Escrow; now: string }) {
  const { receipt } = escrow
  const [isNews] = useState(!receipt)
  return receipt ? (
    <FinishedPage escrow={escrow} receipt={receipt} now={now} isNews={isNews} />
  ) : (
    <LoanPage escrow={escrow} now={now} />
  )
}

/** Not yours and not there are the same, and so is what is no id at all. */
const isMissing = (error: unknown) =>
  error instanceof ApiError && [400, 404, 422].includes(error.status)

const NoSuchLoan = () => (
  <div className={styles.page}>
    <div className={styles.card}>
      <h1 className={styles.plainTitle}>Loan</h1>
      <EmptyState
        title="There is no such loan"
        hint="It is not there, or it is between other people. Only its two sides can see a loan."
        action={
          <Button component={Link} to="/app/borrow" variant="default">
            My Loans
          </Button>
        }
      />
    </div>
  </div>
)

const LoanSkeleton = () => (
  <div aria-busy="true" className={styles.page}>
    <SkeletonBar width="100%" height={128} />
    <SkeletonBar width="100%" height={100} />
    <div className={styles.columns}>
      <SkeletonBar width="100%" height={480} />
      <SkeletonBar width="100%" height={480} />
    </div>
  </div>
)
