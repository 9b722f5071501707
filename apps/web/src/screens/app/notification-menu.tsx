import { Transition } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import type { Icon as TablerIcon } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, useId, useRef } from 'react'
import { type Notification, useMarkRead } from '../../api/notifications.ts'
import { LoadFailed } from '../../shell/failures/load-failed.tsx'
import { SkeletonBar } from '../../ui/feedback/skeleton-bar.tsx'
import styles from './notification-menu.module.css'
import { NotificationRow } from './notification-row.tsx'

type NotificationMenuProps = {
  title: string
  Icon: TablerIcon
  message: boolean
  unread: number
  items: Notification[] | undefined
  error: unknown
  onRetry: () => void
  empty: string
  opened: boolean
  onToggle: (open: boolean) => void
}

export function NotificationMenu({ opened, onToggle, ...menu }: NotificationMenuProps) {
  const { title, Icon, unread } = menu
  const panelId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const close = () => onToggle(false)
  const root = useClickOutside<HTMLDivElement>(() => opened && close())

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!opened) return
    if (event.key === 'Escape') {
      close()
      button.current?.focus()
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveFocus(event)
  }
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent<HTMLDivElement>) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- For its own buttons.
    <div ref={root} className={styles.menu} onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={unread ? `${title}, ${unread} unread` : title}
        aria-expanded={opened}
        aria-controls={opened ? panelId : undefined}
        onClick={() => onToggle(!opened)}
      >
        <Icon size={22} stroke={1.75} aria-hidden="true" />
        {unread > 0 && (
          <span aria-hidden="true" className={styles.badge}>
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </button>
      <Transition mounted={opened} transition="fade-up" duration={140} exitDuration={100}>
        {(style) => (
          <section id={panelId} aria-label={title} className={styles.panel} style={style}>
            <Panel {...menu} onClose={close} onAllRead={() => button.current?.focus()} />
          </section>
        )}
      </Transition>
    </div>
  )
}

type PanelProps = Omit<NotificationMenuProps, 'opened' | 'onToggle' | 'Icon'> & {
  onClose: () => void
  onAllRead: () => void
}

function Panel({ title, message, unread, items, error, onRetry, empty, ...on }: PanelProps) {
  const { markRead, markAllRead } = useMarkRead()
  const readAll = () => {
    on.onAllRead() // The clicked button is about to disappear.
    void markAllRead(message)
  }
  const select = (item: Notification) => {
    on.onClose()
    if (!item.read) void markRead(item.id)
  }
  return (
    <>
      <div className={styles.top}>
        <h2>{title}</h2>
        {unread > 0 && (
          <button type="button" className={styles.all} onClick={readAll}>
            Mark all read
          </button>
        )}
      </div>
      {items && items.length > 0 && (
        <ul className={styles.list}>
          {items.map((item) => (
            <li key={item.id}>
              <NotificationRow item={item} onSelect={() => select(item)} />
            </li>
          ))}
        </ul>
      )}
      {items?.length === 0 && <p className={styles.empty}>{empty}</p>}
      {!items && Boolean(error) && (
        <div className={styles.empty}>
          <LoadFailed what={`Your ${title.toLowerCase()}`} error={error} onRetry={onRetry} />
        </div>
      )}
      {!items && !error && (
        <div className={styles.empty} aria-busy="true">
          <SkeletonBar width="100%" height={16} />
        </div>
      )}
    </>
  )
}

/** Arrow keys move between rows; Tab works as usual. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('li a')]
  const at = rows.findIndex((row) => row === document.activeElement)
  const next = event.key === 'ArrowDown' ? rows[at + 1] : rows[at - 1]
  if (rows.length > 0) event.preventDefault()
  next?.focus()
}
