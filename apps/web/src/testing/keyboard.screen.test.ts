import type { CallOutput } from '@pier/protocol/calls/calls'
import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { appPaths, newcomerAnswers } from './given/newcomer.ts'
import type { Answers } from './screen/fake-server.ts'
import { expectFocusWithin, press, tabTo, walkAround } from './screen/browser/keyboard.ts'
import { expectAt, expectCount } from './screen/browser/locators.ts'
import { openApp } from './screen/open-app.tsx'
import { isPhone, slowMs, testOnBoth } from './screen/browser/sizes.ts'

type Told = CallOutput<'GET /notifications'>

const told = (body: string): Told['notifications'][number] => ({
  id: crypto.randomUUID(),
  body,
  message: false,
  link: '/app/lend',
  created_at: new Date().toISOString(),
  read: false,
  kind: 'loans',
})
const toldTwo: Told = {
  notifications: [told('A loan moved'), told('A loan moved on')],
  unread_alerts: 0,
  unread_notifications: 2,
}

const openAt = (path: string, answers: Answers = {}) =>
  openApp(path, { answers: { ...newcomerAnswers(), ...answers } })

const heading = () => page.getByRole('heading', { level: 1 })
const panel = () => page.getByRole('region', { name: 'Notifications' })

testOnBoth(
  'on every screen of the app Tab reaches every control and is caught nowhere',
  async () => {
    const { open } = await openAt('/app')
    for (const path of appPaths) {
      await open(path)
      // The user is loaded after the page, and the link to the settings is a stop too.
      await expect.element(page.getByRole('banner').getByTitle('Settings')).toBeInTheDocument()
      const stops = await walkAround()
      expect(stops[0], path).toMatch(/skip/i)
    }
  },
  slowMs,
)

testOnBoth('the menus of the top bar open, close and lead on by keyboard', async () => {
  await openAt('/app', { 'GET /notifications': toldTwo, 'POST /notifications/:id': null })
  const bell = page.getByRole('button', { name: /^Notifications/ })
  const links = panel().getByRole('link')

  await press(bell)
  await expect.element(panel()).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(links.first()).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(links.last()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expectCount(panel(), 0)
  await expect.element(bell).toHaveFocus()

  await userEvent.keyboard(' ')
  await expect.element(panel()).toBeVisible()
  await tabTo(links.last())
  await userEvent.tab()
  await expectCount(panel(), 0) // Leaving it closes it.
  await tabTo(bell, 'Shift+Tab')
  await userEvent.keyboard('{Enter}')
  await expect.element(panel()).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(links.first()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expectAt('/app/lend')
  await expect.element(heading()).toHaveFocus()
})

testOnBoth('Mark all read leaves focus in the menu', async () => {
  await openAt('/app', { 'GET /notifications': toldTwo, 'POST /notifications/read-all': null })
  await press(page.getByRole('button', { name: 'Notifications, 2 unread' }))
  await expect.element(panel()).toBeVisible()
  await press(panel().getByRole('button', { name: 'Mark all read' }))

  await expect
    .element(page.getByRole('button', { name: 'Notifications', exact: true }))
    .toHaveFocus()
  await expect.element(panel()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expectCount(panel(), 0)
})

testOnBoth('the shell is used by keyboard: skip link, entries, the drawer of a phone', async () => {
  const { open } = await openAt('/app')
  await press(page.getByRole('link', { name: /skip/i }))
  await expect.element(page.getByRole('main')).toHaveFocus()
  await tabTo(page.getByRole('main').getByRole('button', { name: 'Send again' }))

  const drawer = page.getByRole('dialog', { name: 'Menu' })
  if (isPhone()) await useDrawer()
  await press(page.getByRole('link', { name: 'Domain Listings' }).last())
  await expectAt('/app/listings')
  await expectCount(drawer, 0)
  await expect.element(heading()).toHaveFocus()
  history.back()
  await expectAt('/app#main')
  await expectCount(drawer, 0) // Coming back does not open it.

  await open('/app/no-such-place')
  await press(page.getByRole('link', { name: 'Home page' }))
  await expectAt('/app')
})

async function useDrawer() {
  const menu = page.getByRole('button', { name: 'Menu' })
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await press(menu)
  await expectFocusWithin(drawer)
  await userEvent.keyboard('{Escape}')
  await expectCount(drawer, 0)
  await expect.element(menu).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expectFocusWithin(drawer)
  // It slides in; its content is off screen before that.
  await expect
    .element(page.getByRole('link', { name: 'My Domains' }).last())
    .toBeInViewport({ ratio: 1 })
}
