import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { operatorMeta } from '../../../operator/page/operator-meta.ts'
import { OperatorPage } from '../../../operator/page/operator-page.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'

export const meta = operatorMeta('Page not found')

export default function OperatorNotFoundScreen() {
  return (
    <OperatorPage title="Page not found">
      <EmptyState
        title="This page does not exist in the console"
        action={
          <Button component={Link} to="/operator" variant="default">
            Go to queues
          </Button>
        }
      />
    </OperatorPage>
  )
}
