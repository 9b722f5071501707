import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { messageOf, referenceOf } from '../../api/client/api-error.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'

/** A page past the last one leads back to the first. */
export const PastTheEnd = ({ home }: { home: string }) => (
  <EmptyState
    title="This page is empty"
    action={
      <Button component={Link} to={home} variant="default" size="xs">
        Go to page 1
      </Button>
    }
  />
)

type RowsFailedProps = { title: string; error: unknown; onRetry: () => void }

export const RowsFailed = ({ title, error, onRetry }: RowsFailedProps) => (
  <ErrorState
    title={title}
    hint={messageOf(error)}
    reference={referenceOf(error)}
    action={
      <Button variant="default" size="xs" onClick={onRetry}>
        Try again
      </Button>
    }
  />
)
