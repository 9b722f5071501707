import { Skeleton } from '@mantine/core'
import { type Self, useSelf } from '../../../api/users.ts'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { pageTitle } from '../../../shared/page-title.ts'
import { AddressPanel } from './address-panel.tsx'
import { AppearancePanel } from './appearance-panel.tsx'
import { ContractPanel } from './contract-panel.tsx'
import { DataPanel } from './data-panel.tsx'
import { MfaPanel } from './mfa-panel.tsx'
import { NotificationsPanel } from './notifications-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { PayeesPanel } from './payees-panel.tsx'
import { ProfilePanel } from './profile-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { SettingsNav } from './settings-nav.tsx'
import styles from './settings-screen.module.css'
import { useProfile } from '../../../shared/profile/use-profile.ts'

export { ScreenCrash as ErrorBoundary } from '../../../shared/screen-crash.tsx'

export const meta = pageTitle('Settings')

export default function SettingsScreen() {
  const { data: self, error, refetch } = useSelf()
  return (
    <>
      <h1 className={styles.title}>Settings</h1>
      <div className={styles.columns}>
        <SettingsNav />
        {error && !self && (
          <LoadFailed what="Your settings" error={error} onRetry={() => void refetch()} />
        )}
        {!self && !error && <Skeleton height={560} radius={8} aria-busy="true" />}
        {self && <SettingsCard self={self} />}
      </div>
    </>
  )
}

function SettingsCard({ self }: { self: Self }) {
  const form = useProfile(self)
  return (
    <div className={styles.card}>
      <ProfilePanel form={form} self={self} />
      <PasswordPanel form={form} email={self.email} />
      <MfaPanel self={self} />
      <ContractPanel form={form} />
      <AddressPanel form={form} />
      <PayeesPanel name={self.name} />
      <SessionsPanel />
      <NotificationsPanel />
      <AppearancePanel />
      <DataPanel self={self} />
    </div>
  )
}
