import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { keepAccount } from '../../testing/given/account.ts'
import { nothingYet } from '../../testing/given/nothing-yet.ts'
import { expectAt } from '../../testing/screen/browser/locators.ts'
import { openMenu } from '../../testing/screen/pages/menu.ts'
import { openApp } from '../../testing/screen/open-app.tsx'
import { testOnBoth } from '../../testing/screen/browser/sizes.ts'

const openShell = (path = '/app') =>
  openApp(path, { answers: { ...nothingYet, ...keepAccount().answers } })

const bar = () => page.getByRole('banner')

testOnBoth('the sidebar has the groups of the product in their order', async () => {
  await openShell()
  await openMenu()
  const navigation = page.getByRole('navigation', { name: 'App' }).last()

  const groups = navigation
    .getByRole('list')
    .elements()
    .map((list) => ({
      group: list.getAttribute('aria-label'),
      entries: [...list.querySelectorAll('a, button')].map((entry) => entry.textContent),
      paths: [...list.querySelectorAll('a')].map((link) => link.getAttribute('href')),
    }))

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
    {
      group: 'Account',
      entries: ['Settings', 'Help', 'Log Out'],
      paths: ['/app/settings', '/help'],
    },
  ])
})

// On a phone the entries are in a drawer.
test('the sidebar collapses and stays so', async () => {
  const app = await openShell()
  await page.getByRole('button', { name: 'Collapse' }).click()

  await app.open()

  await expect.element(page.getByRole('button', { name: 'Expand' })).toBeVisible()
  const navigation = page.getByRole('navigation', { name: 'App' })
  await expect.element(navigation.getByRole('link', { name: 'My Domains' })).toBeVisible()
})

testOnBoth('the top bar shows initials and the name, and leads to the settings', async () => {
  await openShell()
  await openMenu()

  const self = page.getByRole('link', { name: 'Mara Lindqvist' })
  await expect.element(self).toMatchTextContent('ML')
  await self.click()

  await expectAt('/app/settings')
})

testOnBoth('the top bar has its two menus and leads to the settings', async () => {
  await openShell()

  await expect.element(bar().getByRole('button', { name: 'Alerts' })).toBeVisible()
  await expect.element(bar().getByRole('button', { name: 'Notifications' })).toBeVisible()
  await expect.element(bar().getByCSS('a[href="/app"]')).toBeVisible()
  await expect.element(page.getByCSS('a[href="/app/settings"]').first()).toBeInTheDocument()
})

testOnBoth('the shell works by keyboard alone', async () => {
  await openShell()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('link', { name: /skip/i })).toHaveFocus()
  await userEvent.keyboard('{Enter}')

  const button = page.getByRole('button', { name: /^Notifications/ })
  const menu = page.getByRole('region', { name: 'Notifications' })
  ;(await button.findElement()).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(menu).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})

testOnBoth('a loading animation plays on each navigation in the app', async () => {
  await openShell()

  for (const name of ['My Domains', 'Transactions', 'Settings', 'Dashboard']) {
    await expectLogoAtRest()
    const turn = nextTurn()
    await openMenu()
    await page.getByRole('link', { name }).last().click()
    expect(await turn, name).toBe('transform')
  }
  await expectLogoAtRest()
})

const logo = () => bar().getByCSS('a[href="/app"] svg')

async function expectLogoAtRest() {
  await expect.poll(() => logo().element().getAttribute('class')).not.toMatch(/turning/)
  await expect.poll(() => logo().element().getAnimations().length).toBe(0)
}

/** The property that the logo animates next. */
const nextTurn = () =>
  new Promise<string>((resolve) => {
    const tell = (event: Event) =>
      resolve(event instanceof TransitionEvent ? event.propertyName : '')
    logo().element().addEventListener('transitionrun', tell, { once: true })
  })

testOnBoth(
  "an address in the app that does not exist reads It's over inside the shell",
  async () => {
    await openShell('/app/no-such-place')

    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent("It's over")
    await expect.element(page.getByRole('button', { name: 'Alerts' })).toBeVisible()
  },
)
