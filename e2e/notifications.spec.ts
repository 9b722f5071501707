import { noteFigure } from './figures.ts'
import { expect, fillLogin, open, register, somebody, test } from './journey.ts'

test('a notification appears in an open tab, opens its link once clicked and is read then', async ({
  page,
  context,
  browser,
}) => {
  const person = somebody()
  await register(page, person)
  await open(page, '/app')
  const secondTab = await context.newPage()
  await open(secondTab, '/app')
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await open(other, '/login')

  const answered = other.waitForResponse('**/api/users/login')
  await fillLogin(other, person)
  await answered
  const committedAt = performance.now()
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  const waitedMs = performance.now() - committedAt
  noteFigure('notification to tab, ms', waitedMs)
  expect(waitedMs).toBeLessThan(1000)
  await expect(secondTab.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()

  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await page.getByRole('link', { name: /New login to your account/ }).click()
  await expect(page).toHaveURL('/app/settings#sessions')
  await expect(page.getByRole('region', { name: 'Sessions' })).toBeFocused()
  await expect(page.getByRole('region', { name: 'Sessions' })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await elsewhere.close()
})

test('empty menus say what will come', async ({ page }) => {
  await register(page, somebody())
  await open(page, '/app')

  for (const name of ['Alerts', 'Notifications']) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('region', { name })).toContainText(`No ${name.toLowerCase()} yet`)
  }
})

test('what carries the message flag stands under alerts, the rest under notifications', async ({
  page,
}) => {
  await register(page, somebody())
  const row = (body: string, message: boolean) => ({
    id: crypto.randomUUID(),
    body,
    message,
    link: '/app/lend',
    created_at: new Date().toISOString(),
    read: false,
    kind: message ? 'messages' : 'loans',
  })
  const notifications = [row('A new offer', true), row('A loan moved', false)]
  await page.route('**/api/notifications', (route) =>
    route.fulfill({ json: { notifications, unread_alerts: 1, unread_notifications: 1 } }),
  )
  await open(page, '/app')

  await page.getByRole('button', { name: 'Alerts, 1 unread' }).click()
  await expect(page.getByRole('region', { name: 'Alerts' })).toContainText('A new offer')
  await expect(page.getByText('A loan moved')).toBeHidden()
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('A loan moved')
  await expect(page.getByText('A new offer')).toBeHidden()
})
