import { limits } from '@pier/protocol/limits'
import { useState } from 'react'
import { messageOf } from '../../api/client/api-error.ts'
import { call } from '../../api/client/client.ts'
import { usePage } from '../../shell/page/page-context.tsx'
import { BusyButton } from '../../ui/button/busy-button.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { loginChecks } from './sign-in-checks.ts'
import styles from './sign-in.module.css'

export function UnlockPanel({ token, onDone }: { token: string; onDone: () => void }) {
  const { setSuccess } = usePage()
  const [refusal, setRefusal] = useState<string | null>(null)

  const form = useForm({
    checks: { password: loginChecks.password },
    clearMs: limits.loadingClearMs,
    submit: async ({ password }) => {
      setRefusal(null)
      try {
        await call('POST /users/mfa/unlock', { body: { token, password } })
        setSuccess('Two-step login unlocked')
        onDone()
      } catch (error) {
        setRefusal(messageOf(error))
      }
    },
  })

  return (
    <div className={styles.panel}>
      <h1>Unlock two-step login</h1>
      <p>
        It was locked after too many wrong codes. Enter your password, then log in with a new code.
      </p>
      <form className={styles.form} {...form.formProps}>
        <PasswordField
          {...form.field('password')}
          label="Password"
          autoComplete="current-password"
        />
        <FormAlert message={refusal} />
        <BusyButton type={form.submitType} busy={form.busy} size="lg" fullWidth>
          Continue
        </BusyButton>
      </form>
    </div>
  )
}
