import { useParams } from 'react-router'
import { deskMs, useOperatorQuery } from '../../../api/operator.ts'
import { operatorMeta } from '../../../operator/page/operator-meta.ts'
import { Loaded } from '../../../operator/page/operator-page.tsx'
import { UserPage } from './user-page.tsx'

export { OperatorCrash as ErrorBoundary } from '../../../operator/page/operator-crash.tsx'

export const meta = operatorMeta('User')

export default function UserScreen() {
  const { id = '' } = useParams()
  return <UserOf key={id} id={id} />
}

function UserOf({ id }: { id: string }) {
  const reading = useOperatorQuery(
    'GET /operator/users/:id',
    { params: { id } },
    { refetchMs: deskMs },
  )
  return (
    <Loaded query={reading} what="this user">
      {(user) => <UserPage user={user} />}
    </Loaded>
  )
}
