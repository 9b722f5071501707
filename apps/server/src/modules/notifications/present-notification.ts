import type { NotificationKind } from '@pier/protocol/notification-kinds'
import type { NotificationRow } from './notifications.repository.ts'

/** The wire view, the same in the list and in the live stream. */
export function presentNotification(row: NotificationRow) {
  return {
    id: row.id,
    body: row.body,
    link: row.link,
    created_at: row.createdAt.toISOString(),
    message: row.isMessage,
    read: row.readAt !== null,
    kind: row.kind as NotificationKind, // Written by `notify` only.
  }
}
