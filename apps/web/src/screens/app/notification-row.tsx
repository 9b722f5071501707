import { useState } from 'react'
import { Link } from 'react-router'
import type { Notification } from '../../api/notifications.ts'
import { appPath } from '../../shell/address/app-path.ts'
import { fullTime, notificationTime } from './notification-time.ts'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import styles from './notification-menu.module.css'

type NotificationRowProps = { item: Notification; onSelect: () => void }

export function NotificationRow({ item, onSelect }: NotificationRowProps) {
  const [now] = useState(Date.now) // As of opening; it does not update.
  return (
    <Link
      to={appPath(item.link)}
      className={styles.row}
      data-unread={!item.read || undefined}
      onClick={onSelect}
    >
      <span className={styles.dot}>{!item.read && <VisuallyHidden>Unread:</VisuallyHidden>}</span>
      <span className={styles.body}>{item.body}</span>
      <time dateTime={item.created_at} title={fullTime(item.created_at)}>
        {notificationTime({ at: item.created_at, now })}
      </time>
    </Link>
  )
}
