import { limits } from '@pier/protocol/limits'
import { call } from '../../../api/client.ts'
import { userKeys } from '../../../api/users.ts'
import { useAction } from '../../../shared/use-action.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { PasswordField } from '../../../ui/field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { SettingsPanel } from './settings-panel.tsx'
import styles from './settings-panel.module.css'

const required = (password: string) => (password ? null : 'Invalid password')

export function PasswordPanel({ email }: { email: string }) {
  const save = useAction(savePassword, {
    what: 'Change the password',
    done: 'Profile saved',
    reload: [userKeys.sessions],
    onDone: (form) => form.reset(),
  })
  const form = useForm({
    checks: { curPassword: required, newPassword: required },
    clearMs: limits.loadingClearMs,
    submit: (passwords, element) => save.act(passwords, element),
  })

  return (
    <SettingsPanel id="password" title="Password" hint="A change ends every other session.">
      <form className={styles.form} {...form.formProps}>
        {/* Tells the password manager whose password this is. */}
        <input hidden type="text" autoComplete="username" value={email} readOnly />
        <div className={styles.pair}>
          <PasswordField
            {...form.field('curPassword')}
            label="Current password"
            autoComplete="current-password"
          />
          <PasswordField
            {...form.field('newPassword')}
            label="New password"
            hint={`${limits.passwordBytesMin} characters or more`}
            autoComplete="new-password"
          />
        </div>
        <BusyButton type="submit" busy={form.busy}>
          Save Changes
        </BusyButton>
      </form>
    </SettingsPanel>
  )
}

type Passwords = { curPassword: string; newPassword: string }

async function savePassword(body: Passwords, form: HTMLFormElement) {
  await call('POST /users/profile', { body })
  return form
}
