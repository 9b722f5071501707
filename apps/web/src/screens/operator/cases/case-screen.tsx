import { useParams } from 'react-router'
import { deskMs, useOperatorQuery } from '../../../api/operator.ts'
import { operatorMeta } from '../../../operator/page/operator-meta.ts'
import { Loaded } from '../../../operator/page/operator-page.tsx'
import { CasePage } from './case-page.tsx'

export { OperatorCrash as ErrorBoundary } from '../../../operator/page/operator-crash.tsx'

export const meta = operatorMeta('Case')

export default function CaseScreen() {
  const { id = '' } = useParams()
  return <CaseOf key={id} id={id} />
}

function CaseOf({ id }: { id: string }) {
  const reading = useOperatorQuery(
    'GET /operator/cases/:id',
    { params: { id } },
    { refetchMs: deskMs },
  )
  return (
    <Loaded query={reading} what="this case">
      {(found) => <CasePage found={found} />}
    </Loaded>
  )
}
