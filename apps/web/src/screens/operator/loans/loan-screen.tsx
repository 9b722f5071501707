import { useParams } from 'react-router'
import { deskMs, useOperatorQuery } from '../../../api/operator.ts'
import { operatorMeta } from '../../../operator/page/operator-meta.ts'
import { Loaded } from '../../../operator/page/operator-page.tsx'
import { LoanPage } from './loan-page.tsx'

export { OperatorCrash as ErrorBoundary } from '../../../operator/page/operator-crash.tsx'

export const meta = operatorMeta('Loan')

export default function OperatorLoanScreen() {
  const { id = '' } = useParams()
  return <LoanOf key={id} id={id} />
}

function LoanOf({ id }: { id: string }) {
  const reading = useOperatorQuery(
    'GET /operator/loans/:id',
    { params: { id } },
    { refetchMs: deskMs },
  )
  return (
    <Loaded query={reading} what="this loan">
      {(loan) => <LoanPage loan={loan} />}
    </Loaded>
  )
}
