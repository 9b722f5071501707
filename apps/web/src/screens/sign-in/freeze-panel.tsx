import { limits } from '@pier/protocol/limits'
import { useState } from 'react'
import { messageOf } from '../../api/client/api-error.ts'
import { call } from '../../api/client/client.ts'
import { removeTokens } from '../../session/tokens.ts'
import { usePage } from '../../shell/page/page-context.tsx'
import { BusyButton } from '../../ui/button/busy-button.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { useOnce } from '../../ui/form/use-once.ts'
import styles from './sign-in.module.css'

/** Asks before it freezes: mail programs open links by themselves. */
export function FreezePanel({ token }: { token: string }) {
  const { busy, run } = useOnce(limits.loadingClearMs)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { setSuccess } = usePage()
  const [frozen, setFrozen] = useState(false)

  const freeze = () =>
    run(async () => {
      setRefusal(null)
      try {
        await call('POST /users/freeze', { body: { token } })
        removeTokens()
        setFrozen(true)
        setSuccess('Account frozen')
      } catch (error) {
        setRefusal(messageOf(error))
      }
    })

  if (frozen) return <Frozen />
  return (
    <div className={styles.panel}>
      <h1>Freeze this account?</h1>
      <p>
        This logs you out everywhere and disables your password. Transfers, payment detail changes
        and withdrawals pause for 72 hours. A link cannot undo this.
      </p>
      <FormAlert message={refusal} />
      <BusyButton busy={busy} size="lg" onClick={() => void freeze()}>
        Freeze now
      </BusyButton>
      <a href="/login">Do not freeze</a>
    </div>
  )
}

const Frozen = () => (
  <div className={styles.panel}>
    <h1>This account is frozen</h1>
    <p>
      You are logged out everywhere. Transfers, payment detail changes and withdrawals are paused
      for 72 hours. Set a new password with Forgot My Password.
    </p>
    <a href="/login">Go to login</a>
  </div>
)
