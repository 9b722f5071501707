import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { messageOf, referenceOf } from '../../api/client/api-error.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Reference } from '../../ui/feedback/reference.tsx'

type LoadFailedProps = {
  /** What did not load, as the beginning of a sentence: "Your balance". */
  what: string
  error: unknown
  onRetry: () => void
}

/** Says what did not load, why, and offers to retry. */
export function LoadFailed({ what, error, onRetry }: LoadFailedProps) {
  const again = (
    <Button variant="default" size="xs" onClick={onRetry}>
      Try again
    </Button>
  )
  return (
    <div role="alert">
      <Notice icon={<IconAlertCircle size={18} aria-hidden="true" />} action={again}>
        {what} could not be loaded. {messageOf(error)}
        <Reference id={referenceOf(error)} />
      </Notice>
    </div>
  )
}
