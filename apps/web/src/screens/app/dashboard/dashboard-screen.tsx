import { firstNameOf } from '@pier/protocol/text'
import { useSelf } from '../../../api/users.ts'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { pageTitle } from '../../../shared/page-title.ts'
import styles from './dashboard-screen.module.css'
import { NewsCard } from './news-card.tsx'
import { RestrictedNotice } from './restricted-notice.tsx'
import { VerifyEmailNotice } from './verify-email-notice.tsx'

export { ScreenCrash as ErrorBoundary } from '../../../shared/screen-crash.tsx'

export const meta = pageTitle('Dashboard')

export default function DashboardScreen() {
  const { data: self, error, refetch } = useSelf()
  return (
    <div className={styles.screen}>
      <h1>{self ? `Welcome back, ${firstNameOf(self.name)}` : 'Welcome back'}</h1>
      {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {self && !self.email_verified && <VerifyEmailNotice email={self.email} />}
      {self?.restricted_until && <RestrictedNotice until={self.restricted_until} />}
      <NewsCard />
    </div>
  )
}
