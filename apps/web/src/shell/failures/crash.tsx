import { Button } from '@mantine/core'
import { failures } from '@pier/protocol/failures'
import { use } from 'react'
import { isRouteErrorResponse, Link } from 'react-router'
import { referenceOf } from '../../api/client/api-error.ts'
import { Reference } from '../../ui/feedback/reference.tsx'
import styles from './crash.module.css'
import { RequestIdContext } from './request-id.ts'

/** Replaces a screen that failed. Technical messages are not for the reader. */
export function Crash({ error, start = '/' }: { error: unknown; start?: string }) {
  const pageId = use(RequestIdContext)
  const isRefusal = isRouteErrorResponse(error)
  const title = isRefusal ? 'Unexpected Application Error' : failures.unexpected.message
  return (
    <div className={styles.crash}>
      <title>{title}</title>
      <h1>{title}</h1>
      {isRefusal ? (
        <p>
          {error.status} {error.statusText}
        </p>
      ) : (
        <p>Reload the page or go back to the home page.</p>
      )}
      <Reference id={referenceOf(error) ?? pageId} />
      <Button component={Link} to={start} reloadDocument size="lg">
        Home page
      </Button>
    </div>
  )
}
