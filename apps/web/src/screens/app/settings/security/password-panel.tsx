import { limits } from '@pier/protocol/limits'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { ProfilePassword } from '../../../../users/profile-field.tsx'
import { SettingsPanel } from '../layout/settings-panel.tsx'
import styles from '../layout/settings-panel.module.css'
import { submitTo } from '../../../../ui/form/submit-to.ts'
import type { ProfileForm } from '../../../../users/use-profile.ts'

export function PasswordPanel({ form, email }: { form: ProfileForm; email: string }) {
  return (
    <SettingsPanel id="password" title="Password" hint="Changing it logs you out everywhere else.">
      <form className={styles.form} {...submitTo(() => form.save('password'))}>
        {/* Tells the password manager whose password this is. */}
        <input hidden type="text" autoComplete="username" value={email} readOnly />
        <div className={styles.pair}>
          <ProfilePassword
            form={form}
            name="curPassword"
            label="Current password"
            autoComplete="current-password"
          />
          <ProfilePassword
            form={form}
            name="newPassword"
            label="New password"
            hint={`${limits.passwordBytesMin} characters or more`}
            autoComplete="new-password"
          />
        </div>
        <BusyButton type="submit" busy={form.isBusy('password')}>
          Save Changes
        </BusyButton>
      </form>
    </SettingsPanel>
  )
}
