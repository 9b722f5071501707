import type { CallOutput } from '@pier/protocol/calls/calls'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { nothingYet } from '../../testing/given/nothing-yet.ts'
import { openApp } from '../../testing/screen/open-app.tsx'
import { testOnBoth } from '../../testing/screen/browser/sizes.ts'

type Notifications = CallOutput<'GET /notifications'>

testOnBoth('empty menus say what will come', async () => {
  await openApp('/app', { answers: nothingYet })

  for (const name of ['Alerts', 'Notifications']) {
    await page.getByRole('button', { name }).click()
    await expect
      .element(page.getByRole('region', { name }))
      .toMatchTextContent(`No ${name.toLowerCase()} yet`)
  }
})

const row = (body: string, message: boolean): Notifications['notifications'][number] => ({
  id: crypto.randomUUID(),
  body,
  message,
  link: '/app/lend',
  created_at: new Date().toISOString(),
  read: false,
  kind: message ? 'messages' : 'loans',
})

testOnBoth(
  'what carries the message flag stands under alerts, the rest under notifications',
  async () => {
    const notifications = [row('A new offer', true), row('A loan moved', false)]
    await openApp('/app', {
      answers: {
        ...nothingYet,
        'GET /notifications': { notifications, unread_alerts: 1, unread_notifications: 1 },
      },
    })

    await page.getByRole('button', { name: 'Alerts, 1 unread' }).click()
    const alerts = page.getByRole('region', { name: 'Alerts' })
    await expect.element(alerts).toMatchTextContent('A new offer')
    await expect.element(page.getByText('A loan moved')).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
    const others = page.getByRole('region', { name: 'Notifications' })
    await expect.element(others).toMatchTextContent('A loan moved')
    await expect.element(page.getByText('A new offer')).not.toBeInTheDocument()
  },
)
