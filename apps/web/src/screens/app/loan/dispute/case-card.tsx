import type { Loan } from '../../../../api/loans/loans.ts'
import { useOwnCase } from '../../../../api/loans/own-case.ts'
import { LoadFailed } from '../../../../shell/failures/load-failed.tsx'
import { late } from '../../../../ui/dialog/late.tsx'
import { SkeletonBar } from '../../../../ui/feedback/skeleton-bar.tsx'
import { LoanCard } from '../layout/loan-card.tsx'

const foundCase = late(async () => (await import('./found-case.tsx')).FoundCase, {
  meanwhile: (
    <div aria-busy="true">
      <SkeletonBar width="100%" height={200} />
    </div>
  ),
})

/** An open dispute, or the last one. Few loans have any. */
export function CaseCard({ loan }: { loan: Loan }) {
  const { data, error, refetch } = useOwnCase(loan)
  if (!data && error && loan.dispute) {
    return (
      <LoanCard title="Case">
        <LoadFailed what="The dispute" error={error} onRetry={() => void refetch()} />
      </LoanCard>
    )
  }
  return data?.case && <foundCase.Part loan={loan} found={data.case} />
}
