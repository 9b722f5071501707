import { Skeleton, Switch } from '@mantine/core'
import { notificationKinds, type NotificationKind } from '@pier/protocol/notification-kinds'
import { failureText } from '../../../../api/client/api-error.ts'
import { usePreferences, useSavePreference } from '../../../../api/notifications.ts'
import { LoadFailed } from '../../../../shell/failures/load-failed.tsx'
import { usePage } from '../../../../shell/page/page-context.tsx'
import styles from './notifications-panel.module.css'
import { SettingsPanel } from '../layout/settings-panel.tsx'

const hint = 'All notifications appear in the app. Choose which ones we also email.'
const reason = 'Always emailed. Payments, defaults and account security cannot be turned off.'
const kinds = Object.keys(notificationKinds) as NotificationKind[] // Object.keys returns string[].

export function NotificationsPanel() {
  const { data, error, refetch } = usePreferences()
  const save = useSavePreference()
  const { setPageError } = usePage()
  const change = (kind: NotificationKind, isOn: boolean) =>
    save(kind, isOn).catch((failure: unknown) =>
      setPageError(failureText('Your choice could not be saved', failure)),
    )

  return (
    <SettingsPanel id="notifications" title="Notifications" hint={hint}>
      {error && !data && (
        <LoadFailed what="Email notifications" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton height={280} aria-busy="true" />}
      {data && (
        <ul className={styles.list}>
          {kinds.map((kind) => (
            <li key={kind}>
              <KindSwitch
                kind={kind}
                isOn={data.mail[kind]}
                onChange={(isOn) => void change(kind, isOn)}
              />
            </li>
          ))}
        </ul>
      )}
    </SettingsPanel>
  )
}

type KindSwitchProps = { kind: NotificationKind; isOn: boolean; onChange: (isOn: boolean) => void }

/** A fixed one stays focusable and readable, so it is not disabled but does nothing. */
function KindSwitch({ kind, isOn, onChange }: KindSwitchProps) {
  const { label, isOptional } = notificationKinds[kind]
  return (
    <Switch
      label={label}
      labelPosition="left"
      description={isOptional ? undefined : reason}
      checked={isOptional ? isOn : true}
      aria-disabled={!isOptional || undefined}
      withThumbIndicator={false}
      onChange={(event) => isOptional && onChange(event.currentTarget.checked)}
      classNames={styles}
    />
  )
}
