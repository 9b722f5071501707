import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { operatorMeta } from '../../../operator/page/operator-meta.ts'
import { OperatorPage } from '../../../operator/page/operator-page.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'

export const meta = operatorMeta('Not here')

export default function OperatorNotFoundScreen() {
  return (
    <OperatorPage title="Not here">
      <EmptyState
        title="The console has no such page"
        action={
          <Button component={Link} to="/operator" variant="default">
            To the queues
          </Button>
        }
      />
    </OperatorPage>
  )
}
