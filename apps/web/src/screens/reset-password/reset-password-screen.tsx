import { useMounted } from '@mantine/hooks'
import { limits } from '@pier/protocol/limits'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { messageOf } from '../../api/client/api-error.ts'
import { call } from '../../api/client/client.ts'
import { removeTokens } from '../../session/tokens.ts'
import { usePage } from '../../shell/page/page-context.tsx'
import { pageTitle } from '../../shell/page/page-title.ts'
import { passwordPairChecks } from '../../users/password-checks.ts'
import { PasswordPair } from '../../users/password-pair.tsx'
import { SplitPage } from '../../shell/public/split-page.tsx'
import { BusyButton } from '../../ui/button/busy-button.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import styles from './reset-password-screen.module.css'

export { PublicCrash as ErrorBoundary } from '../../shell/public/public-crash.tsx'

export const meta = pageTitle('Set a new password')

const readToken = () => new URLSearchParams(window.location.hash.slice(1)).get('token')

export default function ResetPasswordScreen() {
  const mounted = useMounted() // The server does not see the hash.
  const hasToken = !mounted || Boolean(readToken())
  return (
    <SplitPage angle={8}>
      <div className={styles.screen}>
        <h1>Set a new password</h1>
        {hasToken ? <ResetForm /> : <TokenMissing />}
      </div>
    </SplitPage>
  )
}

function ResetForm() {
  const navigate = useNavigate()
  const { setLoading, setSuccess } = usePage()
  const [refusal, setRefusal] = useState<string | null>(null)

  const form = useForm({
    checks: passwordPairChecks,
    clearMs: limits.loadingClearMs,
    submit: async ({ password }) => {
      setRefusal(null)
      setLoading(true)
      try {
        const body = { token: readToken() ?? '', newPassword: password }
        await call('POST /users/reset', { body })
        removeTokens() // A reset ends every session, so the tokens are invalid.
        setSuccess('Password set. You can log in now')
        await navigate('/login', { replace: true })
      } catch (error) {
        setRefusal(messageOf(error))
      }
      setLoading(false)
    },
  })

  return (
    <form className={styles.form} {...form.formProps}>
      <PasswordPair field={form.field} />
      <FormAlert message={refusal} />
      <BusyButton type={form.submitType} busy={form.busy} size="lg" fullWidth>
        Set Password
      </BusyButton>
    </form>
  )
}

const TokenMissing = () => (
  <>
    <p>This link is incomplete. Open the link in the email again, or request a new one.</p>
    <Link to="/login">Request a new link</Link>
  </>
)
