import type { Page } from '@playwright/test'
import { expect, open, openMenu, register, somebody, test } from './journey.ts'

async function openApp(page: Page) {
  await register(page, somebody())
  await open(page, '/app')
}

test('the sidebar has the groups of the product in their order', async ({ page }) => {
  await openApp(page)
  await openMenu(page)
  const navigation = page.getByRole('navigation', { name: 'App' }).last()

  const groups = await navigation.getByRole('list').evaluateAll((lists) =>
    lists.map((list) => ({
      group: list.getAttribute('aria-label'),
      entries: [...list.querySelectorAll('a, button')].map((entry) => entry.textContent),
      paths: [...list.querySelectorAll('a')].map((link) => link.getAttribute('href')),
    })),
  )

  expect(groups).toEqual([
    { group: 'Domains', entries: ['Dashboard', 'My Domains'], paths: ['/app', '/app/my-domains'] },
    { group: 'Borrow', entries: ['My Loans'], paths: ['/app/borrow'] },
    {
      group: 'Lend',
      entries: ['My Loans', 'Domain Listings', 'Alerts'],
      paths: ['/app/lend', '/app/listings', '/app/alerts'],
    },
    {
      group: 'Payment',
      entries: ['Transactions', 'Add Balance'],
      paths: ['/app/transactions', '/app/add-balance'],
    },
    { group: 'Account', entries: ['Settings', 'Log Out'], paths: ['/app/settings'] },
  ])
})

test('the sidebar collapses and stays so', async ({ page }) => {
  test.skip((page.viewportSize()?.width ?? 0) < 600, 'On a phone the entries stand in a drawer.')
  await openApp(page)
  await page.getByRole('button', { name: 'Collapse' }).click()

  await page.reload()

  await expect(page.getByRole('button', { name: 'Expand' })).toBeVisible()
  const navigation = page.getByRole('navigation', { name: 'App' })
  await expect(navigation.getByRole('link', { name: 'My Domains' })).toBeVisible()
})

test('the top bar shows initials and the name, and leads to the settings', async ({ page }) => {
  await openApp(page)
  await openMenu(page)

  const self = page.getByRole('link', { name: 'Mara Lindqvist' })
  await expect(self).toContainText('ML')
  await self.click()

  await expect(page).toHaveURL('/app/settings')
})

test('the top bar has its two menus and leads to the settings', async ({ page }) => {
  await openApp(page)
  const bar = page.getByRole('banner')

  await expect(bar.getByRole('button', { name: 'Alerts' })).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Notifications' })).toBeVisible()
  await expect(bar.locator('a[href="/app"]')).toBeVisible()
  await expect(page.locator('a[href="/app/settings"]').first()).toBeAttached()
})

test('the shell works by keyboard alone', async ({ page }) => {
  await openApp(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /skip/i })).toBeFocused()
  await page.keyboard.press('Enter')

  await page.getByRole('button', { name: /^Notifications/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeHidden()
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeFocused()
})

test('a loading animation plays on each navigation in the app', async ({ page }) => {
  await openApp(page)

  for (const name of ['My Domains', 'Transactions', 'Settings', 'Dashboard']) {
    await logoAtRest(page)
    const turn = nextTurn(page)
    await openMenu(page)
    await page.getByRole('link', { name, exact: true }).last().click()
    expect(await turn, name).toBe('transform')
  }
  await logoAtRest(page)
})

const logo = (page: Page) => page.getByRole('banner').locator('a[href="/app"] svg')

async function logoAtRest(page: Page) {
  await expect(logo(page)).not.toHaveClass(/turning/)
  await expect.poll(() => logo(page).evaluate((mark) => mark.getAnimations().length)).toBe(0)
}

/** What the logo starts to animate next. */
const nextTurn = (page: Page) =>
  logo(page).evaluate(
    (mark) =>
      new Promise<string>((resolve) => {
        const tell = ({ propertyName }: TransitionEvent) => resolve(propertyName)
        mark.addEventListener('transitionrun', tell as EventListener, { once: true })
      }),
  )
