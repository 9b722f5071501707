import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { messageOf, referenceOf } from '../api/api-error.ts'
import { Notice } from '../ui/notice.tsx'
import { Reference } from '../ui/reference.tsx'

export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const again = (
    <Button variant="default" size="xs" onClick={onRetry}>
      Try again
    </Button>
  )
  return (
    <div role="alert">
      <Notice icon={<IconAlertCircle size={18} aria-hidden="true" />} action={again}>
        {messageOf(error)}
        <Reference id={referenceOf(error)} />
      </Notice>
    </div>
  )
}
