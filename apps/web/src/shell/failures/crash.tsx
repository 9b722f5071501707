import { Button } from '@mantine/core'
import { errors } from '@pier/protocol/errors'
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
  const title = isRefusal ? 'Unexpected Application Error' : errors.unexpected.message
  return (
    <div className={styles.crash}>
      <title>{title}</title>
      <h1>{title}</h1>
      {isRefusal ? (
        <p>
          {error.status} {error.statusText}
        </p>
      ) : (
        <p>Load the page again, or start over.</p>
      )}
      <Reference id={referenceOf(error) ?? pageId} />
      <Button component={Link} to={start} reloadDocument size="lg">
        Back to the start
      </Button>
    </div>
  )
}
