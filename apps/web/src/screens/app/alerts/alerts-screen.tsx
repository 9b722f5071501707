import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Alert, useAlerts } from '../../../api/alerts.ts'
import { pageTitle } from '../../../shell/page/page-title.ts'
import { RowsFailed } from '../../../shell/failures/table-states.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SkeletonBar } from '../../../ui/feedback/skeleton-bar.tsx'
import { AlertCard } from './alert-card.tsx'
import { AlertDialogs, type AlertQuestion } from './alert-dialogs.tsx'
import styles from './alerts-screen.module.css'

export { ScreenCrash as ErrorBoundary } from '../../../shell/failures/screen-crash.tsx'

export const meta = pageTitle('Alerts on listings')

const skeletonCards = 3

/** The saved searches of a user, and what each has found. */
export default function AlertsScreen() {
  const [question, setQuestion] = useState<AlertQuestion | null>(null)
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <div>
          <h1>Alerts on listings</h1>
          <p className={styles.about}>
            We notify you of new listings that match your search, in the app and by email.
          </p>
        </div>
        <Button
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          onClick={() => setQuestion({ kind: 'new' })}
        >
          New alert
        </Button>
      </div>
      <Alerts onAsk={setQuestion} />
      <AlertDialogs question={question} onClose={() => setQuestion(null)} />
    </div>
  )
}

function Alerts({ onAsk }: { onAsk: (question: AlertQuestion) => void }) {
  const { data, error, refetch } = useAlerts()
  if (data) return <List alerts={data.searches} onAsk={onAsk} />
  if (!error) return <Skeleton />
  return (
    <div className={styles.card}>
      <RowsFailed
        title="Your alerts could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    </div>
  )
}

type ListProps = { alerts: Alert[]; onAsk: (question: AlertQuestion) => void }

function List({ alerts, onAsk }: ListProps) {
  if (alerts.length === 0) {
    return (
      <div className={styles.card}>
        <EmptyState
          title="You have no alerts yet"
          hint="Search the listings and select Alert me about this search, or create an alert here."
          action={
            <Button component={Link} to="/app/listings" variant="default">
              Browse Listings
            </Button>
          }
        />
      </div>
    )
  }
  return (
    <ul aria-label="Your alerts" className={styles.list}>
      {alerts.map((alert) => (
        <li key={alert.id}>
          <AlertCard alert={alert} onAsk={onAsk} />
        </li>
      ))}
    </ul>
  )
}

const Skeleton = () => (
  <div aria-busy="true" aria-label="Your alerts" className={styles.list}>
    {Array.from({ length: skeletonCards }, (_, index) => (
      <div key={index} className={styles.card}>
        <div className={styles.top}>
          <div className={styles.words}>
            <SkeletonBar width="58%" height={20} />
            <SkeletonBar width="36%" height={16} />
          </div>
        </div>
      </div>
    ))}
  </div>
)
