import { firstNameOf } from '@pier/protocol/text'
import { useState } from 'react'
import { useSelf } from '../../../api/users.ts'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { pageTitle } from '../../../shared/page-title.ts'
import styles from './dashboard-screen.module.css'
import { NewsCard } from './news-card.tsx'
import { RestrictedNotice } from './restricted-notice.tsx'
import { SummaryCard } from './summary-card.tsx'
import { VerifyEmailNotice } from '../../../shared/verify-email-notice.tsx'

export { ScreenCrash as ErrorBoundary } from '../../../shared/screen-crash.tsx'

export const meta = pageTitle('Dashboard')

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

export default function DashboardScreen() {
  const { data: self, error, refetch } = useSelf()
  const [today] = useState(() => new Date())
  return (
    <div className={styles.screen}>
      <div>
        <h1>{self ? `Welcome back, ${firstNameOf(self.name)}` : 'Welcome back'}</h1>
        <p className={styles.date}>
          <time dateTime={isoDay(today)}>{dayFormat.format(today).replace(',', '')}</time>
        </p>
      </div>
      {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {self && !self.email_verified && <VerifyEmailNotice email={self.email} />}
      {self?.restricted_until && <RestrictedNotice until={self.restricted_until} />}
      <div className={styles.cards}>
        <SummaryCard
          title="Portfolio"
          link={{ to: '/app/my-domains', label: 'My Domains' }}
          empty="No domains yet"
          hint="The sum of the estimated values of your domains."
        />
        <SummaryCard
          title="Borrowing"
          link={{ to: '/app/borrow', label: 'My Loans' }}
          empty="No loans yet"
          hint="What you owe on your loans, and what is due next."
        />
        <SummaryCard
          title="Lending"
          link={{ to: '/app/lend', label: 'My Loans' }}
          empty="No loans yet"
          hint="What you have lent, and what is due to you."
        />
      </div>
      <NewsCard />
    </div>
  )
}

/** The day of the reader, not of Greenwich. */
const isoDay = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
