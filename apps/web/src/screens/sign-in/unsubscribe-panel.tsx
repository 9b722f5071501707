import { limits } from '@pier/protocol/limits'
import { notificationKinds, type NotificationKind } from '@pier/protocol/notification-kinds'
import { useState } from 'react'
import { messageOf } from '../../api/client/api-error.ts'
import { call } from '../../api/client/client.ts'
import { BusyButton } from '../../ui/button/busy-button.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { useOnce } from '../../ui/form/use-once.ts'
import styles from './sign-in.module.css'

/** Asks before it turns them off: mail programs open links by themselves. */
export function UnsubscribePanel({ token }: { token: string }) {
  const { busy, run } = useOnce(limits.loadingClearMs)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [done, setDone] = useState<NotificationKind | null>(null)

  const turnOff = () =>
    run(async () => {
      setRefusal(null)
      try {
        const params = { token }
        setDone((await call('POST /notifications/unsubscribe/:token', { params })).kind)
      } catch (error) {
        setRefusal(messageOf(error))
      }
    })

  if (done) return <TurnedOff kind={done} />
  return (
    <div className={styles.panel}>
      <h1>Turn off these emails?</h1>
      <p>
        You will no longer get this kind of email. It still appears in the app. We always email you
        about payments, defaults and account security.
      </p>
      <FormAlert message={refusal} />
      <BusyButton busy={busy} size="lg" onClick={() => void turnOff()}>
        Turn off
      </BusyButton>
      <a href="/login">Keep emails on</a>
    </div>
  )
}

const TurnedOff = ({ kind }: { kind: NotificationKind }) => (
  <div className={styles.panel}>
    <h1>These emails are off</h1>
    <p>{notificationKinds[kind].label}: shown only in the app from now on.</p>
    <a href="/app/settings#notifications">Go to settings</a>
  </div>
)
