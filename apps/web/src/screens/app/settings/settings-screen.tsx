import { Skeleton } from '@mantine/core'
import { useLocation } from 'react-router'
import { useSelf } from '../../../api/users.ts'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { pageTitle } from '../../../shared/page-title.ts'
import { DataPanel } from './data-panel.tsx'
import { MfaPanel } from './mfa-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import styles from './settings-screen.module.css'

export { ScreenCrash as ErrorBoundary } from '../../../shared/screen-crash.tsx'

export const meta = pageTitle('Settings')

const sections = [
  { id: 'password', label: 'Password' },
  { id: 'two-step-login', label: 'Two-step login' },
  { id: 'sessions', label: 'Sessions' },
  { id: 'your-data', label: 'Your data' },
]

export default function SettingsScreen() {
  const { data: self, error, refetch } = useSelf()
  const { hash } = useLocation()
  const current = sections.some(({ id }) => hash === `#${id}`) ? hash : '#password'
  return (
    <>
      <h1 className={styles.title}>Settings</h1>
      <div className={styles.columns}>
        <nav aria-label="Settings" className={styles.nav}>
          {sections.map(({ id, label }) => (
            <a key={id} href={`#${id}`} aria-current={current === `#${id}` || undefined}>
              {label}
            </a>
          ))}
        </nav>
        {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {!self && !error && <Skeleton height={560} radius={8} aria-busy="true" />}
        {self && (
          <div className={styles.card}>
            <PasswordPanel email={self.email} />
            <MfaPanel self={self} />
            <SessionsPanel />
            <DataPanel self={self} />
          </div>
        )}
      </div>
    </>
  )
}
