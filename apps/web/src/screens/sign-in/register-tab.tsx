import { limits } from '@pier/protocol/limits'
import { useState } from 'react'
import { messageOf } from '../../api/client/api-error.ts'
import { call } from '../../api/client/client.ts'
import { saveTokens } from '../../session/tokens.ts'
import { usePage } from '../../shell/page/page-context.tsx'
import { pageTitle } from '../../shell/page/page-title.ts'
import { PasswordPair } from '../../users/password-pair.tsx'
import { BusyButton } from '../../ui/button/busy-button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { registerChecks } from './sign-in-checks.ts'
import styles from './sign-in.module.css'
import { SignInTabs } from './sign-in-tabs.tsx'
import { useReturn } from './use-return-path.ts'

export const meta = pageTitle('Register')

export default function RegisterTab() {
  const goBack = useReturn()
  const { setLoading } = usePage()
  const [refusal, setRefusal] = useState<string | null>(null)

  const form = useForm({
    checks: registerChecks,
    clearMs: limits.loadingClearMs,
    submit: async ({ name, email, password }) => {
      setRefusal(null)
      setLoading(true)
      try {
        saveTokens(await call('POST /users/register', { body: { name, email, password } }))
        await goBack()
      } catch (error) {
        setRefusal(messageOf(error))
      }
      setLoading(false)
    },
  })

  return (
    <>
      <SignInTabs current="/register" />
      <form className={styles.form} {...form.formProps}>
        <TextField
          {...form.field('name')}
          label="Full Name"
          autoComplete="name"
          maxLength={limits.nameLengthMax}
        />
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" />
        <PasswordPair field={form.field} />
        <FormAlert message={refusal} />
        <BusyButton type={form.submitType} busy={form.busy} size="lg" fullWidth>
          Get Started
        </BusyButton>
        <p className={styles.small}>One account can both borrow and lend.</p>
      </form>
    </>
  )
}
