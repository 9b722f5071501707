import { Button } from '@mantine/core'
import { errors } from '@pier/protocol/errors'
import { isRouteErrorResponse, Link } from 'react-router'
import styles from './crash.module.css'

/** What stands in place of a screen that failed. The machine's own words are not for the reader. */
export function Crash({ error, start = '/' }: { error: unknown; start?: string }) {
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
      <Button component={Link} to={start} reloadDocument size="lg">
        Back to the start
      </Button>
    </div>
  )
}
