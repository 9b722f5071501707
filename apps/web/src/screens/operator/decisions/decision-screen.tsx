import { useParams } from 'react-router'
import { deskMs, useOperatorQuery } from '../../../api/operator.ts'
import { operatorMeta } from '../../../operator/page/operator-meta.ts'
import { Loaded } from '../../../operator/page/operator-page.tsx'
import { DecisionPage } from './decision-page.tsx'

export { OperatorCrash as ErrorBoundary } from '../../../operator/page/operator-crash.tsx'

export const meta = operatorMeta('Decision')

export default function DecisionScreen() {
  const { id = '' } = useParams()
  return <DecisionOf key={id} id={id} />
}

function DecisionOf({ id }: { id: string }) {
  const reading = useOperatorQuery(
    'GET /operator/decisions/:id',
    { params: { id } },
    { refetchMs: deskMs },
  )
  return (
    <Loaded query={reading} what="this decision">
      {(file) => <DecisionPage file={file} />}
    </Loaded>
  )
}
