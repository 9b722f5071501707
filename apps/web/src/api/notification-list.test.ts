import { expect, test } from 'vitest'
import {
  type NotificationList,
  withAllRead,
  withNotification,
  withRead,
} from './notification-list.ts'

const one = (id: string, flags: { message?: boolean; read?: boolean } = {}) => ({
  id,
  body: `Body of ${id}`,
  link: '/app',
  created_at: '2026-10-14T16:02:00.000Z',
  message: false,
  read: false,
  kind: 'loans' as const,
  ...flags,
})

const list: NotificationList = {
  notifications: [one('a'), one('b', { message: true }), one('c', { read: true })],
  unread_alerts: 1,
  unread_notifications: 1,
}

test('a new notification stands first and is counted under its flag', () => {
  const after = withNotification(list, one('d', { message: true }))

  expect(after.notifications.map(({ id }) => id)).toEqual(['d', 'a', 'b', 'c'])
  expect([after.unread_alerts, after.unread_notifications]).toEqual([2, 1])
})

test('a notification that comes twice is shown and counted once, and stays read', () => {
  const read = withRead(list, 'a')

  expect(withNotification(read, one('a'))).toBe(read)
})

test('reading one counts down once, however often it is selected', () => {
  const after = withRead(withRead(list, 'b'), 'b')

  expect([after.unread_alerts, after.unread_notifications]).toEqual([0, 1])
})

test('reading all of one flag leaves the other alone', () => {
  const after = withAllRead(list, false)

  expect(after.notifications.filter(({ read }) => !read).map(({ id }) => id)).toEqual(['b'])
  expect([after.unread_alerts, after.unread_notifications]).toEqual([1, 0])
})
