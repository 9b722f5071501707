import { expect, test } from 'vitest'
import { openScreen } from '../../testing/open-screen.tsx'
import { press } from '../../testing/page.ts'
import { NotificationMenus } from './notification-menus.tsx'

const noteOf = (change: object) => ({
  id: 'n1',
  body: 'An offer came',
  link: '/app/borrow',
  created_at: '2026-10-14T12:00:00.000Z',
  message: false,
  read: false,
  ...change,
})
const open = () =>
  openScreen(<NotificationMenus />, {
    path: '/app',
    answers: {
      'GET /notifications': {
        notifications: [
          noteOf({ id: 'a1', body: 'Teodor wrote to you', link: '/app/lend', message: true }),
          noteOf({ id: 'n1', body: 'The domain has arrived' }),
        ],
        unread_alerts: 1,
        unread_notifications: 1,
      },
      'POST /notifications/:id': null,
    },
  })
const rows = () =>
  [...document.querySelectorAll('a')].map(({ textContent }) => textContent).join(' ')

test('what has the message flag stands under alerts alone, the rest under notifications', async () => {
  await open()
  await press('button', /^Alerts/)
  expect(rows()).toContain('Teodor wrote to you')
  expect(rows()).not.toContain('The domain has arrived')

  await press('button', /^Alerts/)
  await press('button', /^Notifications/)
  expect(rows()).toContain('The domain has arrived')
  expect(rows()).not.toContain('Teodor wrote to you')
})

test('who selects one marks it read and goes to its link', async () => {
  const { sent, path } = await open()
  await press('button', /^Alerts/)
  await press('link', /Teodor wrote to you/)

  const marks = sent.filter(({ name }) => name.startsWith('POST'))
  expect(marks.map(({ name, body }) => [name, body])).toEqual([
    ['POST /notifications/a1', { read: true }],
  ])
  expect(path()).toBe('/app/lend')
})
