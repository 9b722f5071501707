import { limits } from '@pier/protocol/limits'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { messageOf } from '../../../api/client/api-error.ts'
import { operatorCall } from '../../../api/operator.ts'
import { operatorMeta } from '../../../operator/page/operator-meta.ts'
import { operatorPath } from './operator-path.ts'
import { CodeField } from '../../../operator/dialogs/code-field.tsx'
import { SignInFrame } from '../../../operator/page/sign-in-frame.tsx'
import { BusyButton } from '../../../ui/button/busy-button.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { useForm } from '../../../ui/form/use-form.ts'

export { PublicCrash as ErrorBoundary } from '../../../shell/public/public-crash.tsx'

export const meta = operatorMeta('Log in')

export default function OperatorLoginScreen() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useForm({
    checks: {
      email: (email: string) => (email.includes('@') ? null : 'Invalid email'),
      password: (password: string) => (password ? null : 'Invalid password'),
      code: (code: string) => (/^\d{6}$/.test(code) ? null : 'Six digits from your app'),
    },
    clearMs: limits.loadingClearMs,
    submit: async (body) => {
      setRefusal(null)
      try {
        await operatorCall('POST /operator/login', { body })
        await navigate(operatorPath(hash), { replace: true })
      } catch (error) {
        setRefusal(messageOf(error))
      }
    },
  })
  return (
    <SignInFrame title="Log in to operations">
      <form {...form.formProps}>
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" />
        <PasswordField
          {...form.field('password')}
          label="Password"
          autoComplete="current-password"
        />
        <CodeField
          {...form.field('code')}
          hint="Six digits from your app. If you lost it, ask an admin for a new invitation."
        />
        <FormAlert message={refusal} />
        <BusyButton type={form.submitType} busy={form.busy} size="lg">
          Log in
        </BusyButton>
      </form>
    </SignInFrame>
  )
}
