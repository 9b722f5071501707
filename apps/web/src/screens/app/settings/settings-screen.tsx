import { Skeleton } from '@mantine/core'
import { type Self, useSelf } from '../../../api/users.ts'
import { LoadFailed } from '../../../shell/failures/load-failed.tsx'
import { pageTitle } from '../../../shell/page/page-title.ts'
import { AddressPanel } from './profile/address-panel.tsx'
import { AppearancePanel } from './preferences/appearance-panel.tsx'
import { ContractPanel } from './contract/contract-panel.tsx'
import { DataPanel } from './personal-data/data-panel.tsx'
import { MfaPanel } from './security/mfa-panel.tsx'
import { NotificationsPanel } from './preferences/notifications-panel.tsx'
import { PasswordPanel } from './security/password-panel.tsx'
import { PayeesPanel } from './payees/payees-panel.tsx'
import { ProfilePanel } from './profile/profile-panel.tsx'
import { SessionsPanel } from './security/sessions-panel.tsx'
import { FirstStepsBar } from './layout/first-steps-bar.tsx'
import { SettingsNav } from './layout/settings-nav.tsx'
import styles from './layout/settings-screen.module.css'
import { useProfile } from '../../../users/use-profile.ts'

export { ScreenCrash as ErrorBoundary } from '../../../shell/failures/screen-crash.tsx'

export const meta = pageTitle('Settings')

export default function SettingsScreen() {
  const { data: self, error, refetch } = useSelf()
  return (
    <>
      <h1 className={styles.title}>Settings</h1>
      {self && <FirstStepsBar self={self} />}
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
