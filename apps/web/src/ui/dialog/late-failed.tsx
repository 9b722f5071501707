import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Notice } from '../feedback/notice.tsx'
import styles from './late-failed.module.css'

type LateFailedProps = { isInPlace: boolean; onLost?: (() => void) | undefined }

/** A browser that failed to load a file may not ask for it again before the page is loaded anew. */
export function LateFailed({ isInPlace, onLost }: LateFailedProps) {
  useEffect(() => {
    onLost?.() // Each time that it is asked for.
  })
  return (
    <div role="alert" className={isInPlace ? undefined : styles.over}>
      <Notice
        icon={<IconCloudOff size={20} aria-hidden="true" />}
        action={
          <Button variant="default" size="xs" onClick={() => location.reload()}>
            Reload page
          </Button>
        }
      >
        Part of this page could not be loaded. Check your connection, then reload the page.
      </Notice>
    </div>
  )
}
