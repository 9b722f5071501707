import { Button } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { useState } from 'react'
import { messageOf } from '../../api/client/api-error.ts'
import { call } from '../../api/client/client.ts'
import { saveTokens } from '../../session/tokens.ts'
import { usePage } from '../../shell/page/page-context.tsx'
import { BusyButton } from '../../ui/button/busy-button.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useOnce } from '../../ui/form/use-once.ts'
import { loginChecks, readEmail } from './sign-in-checks.ts'
import styles from './sign-in.module.css'
import { SignInTabs } from './sign-in-tabs.tsx'
import { useReturn } from './use-return-path.ts'

export function LoginForm() {
  const goBack = useReturn()
  const { setLoading, setSuccess } = usePage()
  const [refusal, setRefusal] = useState<string | null>(null)

  const form = useForm({
    checks: loginChecks,
    clearMs: limits.loadingClearMs,
    submit: ({ email, password, mfa }) =>
      attempt(async () => {
        const body = { email: readEmail(email), password, mfa: mfa || null }
        saveTokens(await call('POST /users/login', { body }))
        await goBack()
      }),
  })

  const forgot = useOnce(limits.loadingClearMs)
  const sendReset = () => {
    const values = form.check(['email'], { focus: true })
    if (!values) return
    void forgot.run(() =>
      attempt(async () => {
        await call('POST /users/get_reset_token', { body: { email: readEmail(values.email) } })
        setSuccess('Check your email')
      }),
    )
  }

  async function attempt(work: () => Promise<void>) {
    setRefusal(null)
    setLoading(true)
    await work().catch((error: unknown) => setRefusal(messageOf(error)))
    setLoading(false)
  }

  return (
    <>
      <SignInTabs current="/login" />
      <form className={styles.form} {...form.formProps}>
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" />
        <PasswordField
          {...form.field('password')}
          label="Password"
          autoComplete="current-password"
        />
        <TextField
          {...form.field('mfa')}
          label="MFA code"
          optional
          code
          hint="Six digits from your authenticator, or a recovery code."
          maxLength={limits.mfaCodeLength}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <FormAlert message={refusal} />
        <div className={styles.actions}>
          <BusyButton type={form.submitType} busy={form.busy} size="lg">
            Continue
          </BusyButton>
          <Button variant="subtle" onClick={sendReset} aria-busy={forgot.busy}>
            Forgot My Password
          </Button>
        </div>
      </form>
    </>
  )
}
