import type { CallOutput } from '@pier/protocol/calls/calls'

export type NotificationList = CallOutput<'GET /notifications'>
type Notification = NotificationList['notifications'][number]

/** Puts a new one first. A known one stays as it is: it may have been read since. */
export function withNotification(list: NotificationList, added: Notification): NotificationList {
  if (list.notifications.some(({ id }) => id === added.id)) return list
  return {
    ...list,
    notifications: [added, ...list.notifications],
    ...(!added.read && countBy(list, added.message, (unread) => unread + 1)),
  }
}

export function withRead(list: NotificationList, readId: string): NotificationList {
  const found = list.notifications.find(({ id }) => id === readId)
  if (!found || found.read) return list
  return {
    ...list,
    notifications: list.notifications.map((one) => (one === found ? { ...one, read: true } : one)),
    ...countBy(list, found.message, (unread) => Math.max(0, unread - 1)),
  }
}

export function withAllRead(list: NotificationList, message: boolean): NotificationList {
  return {
    ...list,
    notifications: list.notifications.map((one) =>
      one.message === message ? { ...one, read: true } : one,
    ),
    ...countBy(list, message, () => 0),
  }
}

/** Picks the unread count: `message` is set for alerts, not for notifications. */
function countBy(list: NotificationList, message: boolean, count: (unread: number) => number) {
  return message
    ? { unread_alerts: count(list.unread_alerts) }
    : { unread_notifications: count(list.unread_notifications) }
}
