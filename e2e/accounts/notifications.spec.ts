import { noteFigure } from '../pages/figures.ts'
import { expect, fillLogin, open, register, somebody, test } from '../steps/journey.ts'

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
