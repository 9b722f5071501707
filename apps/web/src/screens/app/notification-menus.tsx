import { IconBell, IconMessage2 } from '@tabler/icons-react'
import { useState } from 'react'
import type { NotificationList } from '../../api/notification-list.ts'
import { useNotifications } from '../../api/notifications.ts'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import { NotificationMenu } from './notification-menu.tsx'

type Menu = 'alerts' | 'notifications'

/** Items with the message flag are alerts, the others notifications. */
export function NotificationMenus() {
  const { data, error, refetch } = useNotifications()
  const [opened, setOpened] = useState<Menu | null>(null)
  const menuProps = (menu: Menu) => ({
    items: data?.notifications.filter(({ message }) => message === (menu === 'alerts')),
    error,
    onRetry: () => void refetch(),
    opened: opened === menu,
    onToggle: (open: boolean) =>
      setOpened((before) => (open ? menu : before === menu ? null : before)),
  })
  return (
    <>
      {/* Announces a new one while the page is open. */}
      <span aria-live="polite">
        <VisuallyHidden>{data && unreadText(data)}</VisuallyHidden>
      </span>
      <NotificationMenu
        {...menuProps('alerts')}
        title="Alerts"
        Icon={IconMessage2}
        message
        unread={data?.unread_alerts ?? 0}
        empty="No alerts yet. Messages and offers appear here."
      />
      <NotificationMenu
        {...menuProps('notifications')}
        title="Notifications"
        Icon={IconBell}
        message={false}
        unread={data?.unread_notifications ?? 0}
        empty="No notifications yet. News of your loans and domains appears here."
      />
    </>
  )
}

function unreadText({ unread_alerts: alerts, unread_notifications: others }: NotificationList) {
  return alerts + others > 0 ? `Unread: ${alerts} alerts, ${others} notifications` : ''
}
