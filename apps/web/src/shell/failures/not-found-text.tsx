import { Button } from '@mantine/core'
import { Link } from 'react-router'
import styles from './not-found-text.module.css'

type NotFoundTextProps = { start: string; label?: string; listings?: string }

export function NotFoundText({ start, label = 'Home page', listings }: NotFoundTextProps) {
  return (
    <div className={styles.words}>
      <h1>It's over</h1>
      <p>This page does not exist or was removed.</p>
      <div className={styles.actions}>
        <Button component={Link} to={start} size="xl">
          {label}
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
