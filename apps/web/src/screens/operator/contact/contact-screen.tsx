import { useParams } from 'react-router'
import { deskMs, useOperatorQuery } from '../../../api/operator.ts'
import { operatorMeta } from '../../../operator/page/operator-meta.ts'
import { Loaded } from '../../../operator/page/operator-page.tsx'
import { ContactPage } from './contact-page.tsx'

export { OperatorCrash as ErrorBoundary } from '../../../operator/page/operator-crash.tsx'

export const meta = operatorMeta('Message')

export default function OperatorContactScreen() {
  const { id = '' } = useParams()
  return <ContactOf key={id} id={id} />
}

function ContactOf({ id }: { id: string }) {
  const reading = useOperatorQuery(
    'GET /operator/contact/:id',
    { params: { id } },
    { refetchMs: deskMs },
  )
  return (
    <Loaded query={reading} what="this message">
      {(message) => <ContactPage message={message} />}
    </Loaded>
  )
}
