import { useMounted } from '@mantine/hooks'
import { limits } from '@pier/protocol/limits'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { messageOf } from '../../api/client/api-error.ts'
import { call } from '../../api/client/client.ts'
import { DomainName } from '../../domains/domain-name.tsx'
import { pageTitle } from '../../shell/page/page-title.ts'
import { SplitPage } from '../../shell/public/split-page.tsx'
import { BusyButton } from '../../ui/button/busy-button.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { useOnce } from '../../ui/form/use-once.ts'
import styles from './stop-transfer-screen.module.css'

export { PublicCrash as ErrorBoundary } from '../../shell/public/public-crash.tsx'

export const meta = pageTitle('Stop a transfer')

const readToken = () => new URLSearchParams(window.location.hash.slice(1)).get('token')

export default function StopTransferScreen() {
  const mounted = useMounted() // The server does not see the hash.
  const { hash } = useLocation()
  return (
    <SplitPage angle={8}>
      <div aria-live="polite" className={styles.screen}>
        <StopTransfer key={mounted ? hash : ''} hasToken={!mounted || Boolean(readToken())} />
      </div>
    </SplitPage>
  )
}

function StopTransfer({ hasToken }: { hasToken: boolean }) {
  const [kept, setKept] = useState<string | null>(null)
  if (kept) return <Kept domain={kept} />
  return hasToken ? <Ask onKept={setKept} /> : <TokenMissing />
}

/** Asks before it stops: mail programs open links by themselves. */
function Ask({ onKept }: { onKept: (domain: string) => void }) {
  const { busy, run } = useOnce(limits.loadingClearMs)
  const [refusal, setRefusal] = useState<string | null>(null)
  const stop = () =>
    run(async () => {
      setRefusal(null)
      try {
        const body = { token: readToken() ?? '' }
        onKept((await call('POST /domains/transferOut/stop', { body })).domain)
      } catch (error) {
        setRefusal(messageOf(error))
      }
    })
  return (
    <>
      <h1>Stop the transfer?</h1>
      <p>
        Someone requested the auth code that transfers this domain to another registrar. If you stop
        it, no code is sent, and any code already sent stops working.
      </p>
      <FormAlert message={refusal} />
      <BusyButton busy={busy} size="lg" onClick={() => void stop()}>
        Stop transfer
      </BusyButton>
    </>
  )
}

const Kept = ({ domain }: { domain: string }) => (
  <>
    <h1>The transfer is stopped</h1>
    <DomainName name={domain} size="title" />
    <p>
      The domain stays in custody. If you did not request this, change your password. Someone may
      have access to your account.
    </p>
    <Link to="/app/settings#password">Go to settings</Link>
  </>
)

const TokenMissing = () => (
  <>
    <h1>Stop the transfer?</h1>
    <p>This link is incomplete. Open the link in the email again.</p>
    <Link to="/app/my-domains">Go to My Domains</Link>
  </>
)
