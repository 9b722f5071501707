import { Button } from '@mantine/core'
import { Link } from 'react-router'
import styles from './not-found-text.module.css'

type NotFoundTextProps = { start: string; listings?: string }

export function NotFoundText({ start, listings }: NotFoundTextProps) {
  return (
    <div className={styles.words}>
      <h1>It's over</h1>
      <p>The pier ends here. This address does not exist, or no longer does.</p>
      <div className={styles.actions}>
        <Button component={Link} to={start} size="xl">
          Back to the start
        </Button>
        {listings && (
          <Button component={Link} to={listings} size="xl" variant="default">
            Browse Listings
          </Button>
        )}
      </div>
    </div>
  )
}
