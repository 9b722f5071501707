import { useParams } from 'react-router'
import { deskMs, useOperatorQuery } from '../../../api/operator.ts'
import { operatorMeta } from '../../../operator/page/operator-meta.ts'
import { Loaded } from '../../../operator/page/operator-page.tsx'
import { DomainPage } from './domain-page.tsx'

export { OperatorCrash as ErrorBoundary } from '../../../operator/page/operator-crash.tsx'

export const meta = operatorMeta('Domain')

export default function OperatorDomainScreen() {
  const { id = '' } = useParams()
  return <DomainOf key={id} id={id} />
}

function DomainOf({ id }: { id: string }) {
  const reading = useOperatorQuery(
    'GET /operator/domains/:id',
    { params: { id } },
    { refetchMs: deskMs },
  )
  return (
    <Loaded query={reading} what="this domain">
      {(found) => <DomainPage found={found} />}
    </Loaded>
  )
}
