import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { EmptyState } from '../ui/empty-state.tsx'
import styles from './not-open-screen.module.css'

type NotOpenScreenProps = {
  title: string
  /** One line under the heading, where the heading alone would not say which of two it is. */
  about?: string
  /** What will stand here. */
  will: string
}

/** A screen that has its place already but is not open yet, and says so. */
export const NotOpenScreen = ({ title, about, will }: NotOpenScreenProps) => (
  <div className={styles.screen}>
    <div>
      <h1>{title}</h1>
      {about && <p className={styles.about}>{about}</p>}
    </div>
    <div className={styles.card}>
      <EmptyState
        title="Not open yet"
        hint={will}
        action={
          <Button component={Link} to="/app" variant="default">
            Back to the dashboard
          </Button>
        }
      />
    </div>
  </div>
)
