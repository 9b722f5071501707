import { useParams } from 'react-router'
import { deskMs, useOperatorQuery } from '../../../api/operator.ts'
import { operatorMeta } from '../../../operator/page/operator-meta.ts'
import { Loaded } from '../../../operator/page/operator-page.tsx'
import { ReportPage } from './report-page.tsx'

export { OperatorCrash as ErrorBoundary } from '../../../operator/page/operator-crash.tsx'

export const meta = operatorMeta('Report')

export default function OperatorReportScreen() {
  const { id = '' } = useParams()
  return <ReportOf key={id} id={id} />
}

function ReportOf({ id }: { id: string }) {
  const reading = useOperatorQuery(
    'GET /operator/reports/:id',
    { params: { id } },
    { refetchMs: deskMs },
  )
  return (
    <Loaded query={reading} what="this report">
      {(report) => <ReportPage report={report} />}
    </Loaded>
  )
}
