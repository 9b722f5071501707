import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { ApiError } from '../../../api/client/api-error.ts'
import { type Loan, useLoan } from '../../../api/loans/loans.ts'
import { pageTitle } from '../../../shell/page/page-title.ts'
import { RowsFailed } from '../../../shell/failures/table-states.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { late } from '../../../ui/dialog/late.tsx'
import { SkeletonBar } from '../../../ui/feedback/skeleton-bar.tsx'
import { LoanPage } from './loan-page.tsx'
import styles from './layout/loan-page.module.css'
import { LoanTitle } from './status/loan-title.tsx'

export { ScreenCrash as ErrorBoundary } from '../../../shell/failures/screen-crash.tsx'

export const meta = pageTitle('Loan')

const skeleton = (
  <div aria-busy="true" className={styles.page}>
    <SkeletonBar width="100%" height={128} />
    <SkeletonBar width="100%" height={100} />
    <div className={styles.columns}>
      <SkeletonBar width="100%" height={480} />
      <SkeletonBar width="100%" height={480} />
    </div>
  </div>
)

const finishedPage = late(async () => (await import('./finished/finished-page.tsx')).FinishedPage, {
  meanwhile: skeleton,
})

export default function LoanScreen() {
  const { id = '' } = useParams()
  return <Loan key={id} id={id} />
}

function Loan({ id }: { id: string }) {
  const { data: loan, error, dataUpdatedAt, refetch } = useLoan(id)
  if (!loan && isMissing(error)) return <NoSuchLoan />
  return (
    <div className={styles.page}>
      {(loan || !error) && <LoanTitle loan={loan} />}
      {loan && <Stand loan={loan} now={new Date(dataUpdatedAt).toISOString()} />}
      {!loan && !error && skeleton}
      {!loan && error && (
        <div className={styles.card}>
          <h1 className={styles.plainTitle}>Loan</h1>
          <RowsFailed
            title="This loan could not be loaded"
            error={error}
            onRetry={() => void refetch()}
          />
        </div>
      )}
    </div>
  )
}

/** A loan that has ended has no actions: it shows its outcome. */
function Stand({ loan, now }: { loan: Loan; now: string }) {
  const { receipt } = loan
  const [isNews] = useState(!receipt)
  return receipt ? (
    <finishedPage.Part loan={loan} receipt={receipt} now={now} isNews={isNews} />
  ) : (
    <LoanPage loan={loan} now={now} />
  )
}

/** A loan of others, a missing one and an invalid id look the same. */
const isMissing = (error: unknown) =>
  error instanceof ApiError && [400, 404, 422].includes(error.status)

const NoSuchLoan = () => (
  <div className={styles.page}>
    <div className={styles.card}>
      <h1 className={styles.plainTitle}>Loan</h1>
      <EmptyState
        title="Loan not found"
        hint="This loan does not exist, or you are not a party to it. Only borrower and lender can see a loan."
        action={
          <Button component={Link} to="/app/borrow" variant="default">
            My Loans
          </Button>
        }
      />
    </div>
  </div>
)
