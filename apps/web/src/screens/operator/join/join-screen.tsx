import { limits } from '@pier/protocol/limits'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { messageOf } from '../../../api/client/api-error.ts'
import { operatorCall } from '../../../api/operator.ts'
import { operatorMeta } from '../../../operator/page/operator-meta.ts'
import { CodeField } from '../../../operator/dialogs/code-field.tsx'
import { SignInFrame } from '../../../operator/page/sign-in-frame.tsx'
import styles from '../../../operator/page/sign-in-frame.module.css'
import { usePage } from '../../../shell/page/page-context.tsx'
import { passwordPairChecks } from '../../../users/password-checks.ts'
import { PasswordPair } from '../../../users/password-pair.tsx'
import { BusyButton } from '../../../ui/button/busy-button.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { QrCode } from '../../../ui/display/qr-code.tsx'
import { type Checks, useForm } from '../../../ui/form/use-form.ts'

export { PublicCrash as ErrorBoundary } from '../../../shell/public/public-crash.tsx'

export const meta = operatorMeta('Join')

type Invitation = { token: string; name: string; email: string; secret: string; uri: string }

export default function JoinScreen() {
  const { invitation, problem } = useInvitation()
  return (
    <SignInFrame title={invitation ? `Welcome, ${invitation.name}` : 'Join operations'}>
      {invitation && <JoinForm invitation={invitation} />}
      {!invitation && !problem && <p aria-busy="true">Opening the invitation.</p>}
      <FormAlert message={problem} />
    </SignInFrame>
  )
}

/** Removes the token from the address bar, and opens the invitation once. */
function useInvitation() {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const taken = useRef(false)
  useEffect(() => {
    if (taken.current) return
    taken.current = true
    const token = new URLSearchParams(hash.slice(1)).get('token')
    void navigate(pathname, { replace: true })
    openInvitation(token).then(setInvitation, (error: unknown) => setProblem(problemOf(error)))
  }, [hash, pathname, navigate])
  return { invitation, problem }
}

async function openInvitation(token: string | null): Promise<Invitation> {
  if (!token) throw new NoToken()
  return { ...(await operatorCall('POST /operator/join/start', { body: { token } })), token }
}

class NoToken extends Error {}

const problemOf = (error: unknown) =>
  error instanceof NoToken
    ? 'This link has no invitation. Open the link in the email again.'
    : messageOf(error)

const checks: Checks<'password' | 'confirm' | 'code'> = {
  ...passwordPairChecks,
  code: (code) => (/^\d{6}$/.test(code) ? null : 'Six digits from your app'),
}

function JoinForm({ invitation }: { invitation: Invitation }) {
  const { token, email, secret, uri } = invitation
  const navigate = useNavigate()
  const { setSuccess } = usePage()
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useForm({
    checks,
    clearMs: limits.loadingClearMs,
    submit: async ({ password, code }) => {
      setRefusal(null)
      try {
        await operatorCall('POST /operator/join', { body: { token, password, code } })
        setSuccess('You have joined. Log in with the next code')
        await navigate('/operator/login', { replace: true })
      } catch (error) {
        setRefusal(messageOf(error))
      }
    },
  })
  return (
    <form {...form.formProps}>
      <p>You join as {email}. Scan this with an authenticator app, or type the secret.</p>
      <div className={styles.secret}>
        <QrCode text={uri} label="Code for the authenticator app" />
        <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </div>
      <PasswordPair field={form.field} lengthMin={limits.operatorPasswordBytesMin} />
      <CodeField {...form.field('code')} hint="Six digits from your app." />
      <FormAlert message={refusal} />
      <BusyButton type={form.submitType} busy={form.busy} size="lg">
        Join
      </BusyButton>
    </form>
  )
}
