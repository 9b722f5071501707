import { useParams } from 'react-router'
import { deskMs, useOperatorQuery } from '../../../api/operator.ts'
import { operatorMeta } from '../../../operator/page/operator-meta.ts'
import { Loaded } from '../../../operator/page/operator-page.tsx'
import { TransferPage } from './transfer-page.tsx'

export { OperatorCrash as ErrorBoundary } from '../../../operator/page/operator-crash.tsx'

export const meta = operatorMeta('Transfer')

export default function TransferScreen() {
  const { id = '' } = useParams()
  return <TransferOf key={id} id={id} />
}

function TransferOf({ id }: { id: string }) {
  const reading = useOperatorQuery(
    'GET /operator/transfers/:id',
    { params: { id } },
    { refetchMs: deskMs },
  )
  return (
    <Loaded query={reading} what="this transfer">
      {(found) => <TransferPage found={found} />}
    </Loaded>
  )
}
