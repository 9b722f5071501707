import type { Page } from '@playwright/test'
import { linkIn, mailTo } from './inbox.ts'
import {
  desk,
  expect,
  holdNews,
  open,
  openGallery,
  register,
  settled,
  somebody,
  test,
} from './journey.ts'
import { expectFocusWithin, press, tabTo, typeInto, walkAround } from './keyboard.ts'
import { appPaths, publicPaths } from './paths.ts'

for (const path of publicPaths) {
  test(`on ${path} Tab reaches every control and is caught nowhere`, desk, async ({ page }) => {
    await open(page, path)

    const stops = await walkAround(page)
    expect(stops[0]).toMatch(/skip/i)
  })
}

test('in the gallery Tab reaches every control and is caught nowhere', desk, async ({ page }) => {
  await openGallery(page)

  await walkAround(page)
})

test('on every screen of the app Tab reaches every control and is caught nowhere', async ({
  page,
}) => {
  test.slow() // Nine screens in one login, stop by stop.
  await register(page, somebody())
  for (const path of appPaths) {
    await test.step(path, async () => {
      await open(page, path)
      // Who is logged in is read after the page stands, and is a stop too.
      await expect(page.getByRole('banner').getByTitle('Settings')).toBeAttached()
      const stops = await walkAround(page)
      expect(stops[0]).toMatch(/skip/i)
    })
  }
})

test('the landing page is used by keyboard: sections, menu and colours', async ({ page }) => {
  await open(page, '/')
  await press(page, page.getByRole('link', { name: 'For Lenders' }).first())
  await expect(page.locator('#lend')).toBeFocused()
  await tabTo(page, page.locator('#lend').getByRole('link', { name: 'Browse Listings' }))

  await press(page, page.getByRole('button', { name: 'Dark colours' }), 'Space')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')

  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await press(page, menu)
  await press(page, page.getByRole('banner').getByRole('link', { name: 'Register' }))
  await expect(page).toHaveURL('/register')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('somebody registers, logs out, asks for a new password, sets it and logs in by keyboard', async ({
  page,
}) => {
  const person = somebody()
  const main = page.getByRole('main')
  await open(page, '/login')
  await press(page, main.getByRole('link', { name: 'Register' }))
  await expect(page).toHaveURL('/register')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('Tab') // From the heading, over its own link, into the form.
  await typeInto(page, page.getByLabel('Full Name'), person.name)
  await typeInto(page, page.getByLabel('Email'), person.email)
  await typeInto(page, page.getByLabel('Password', { exact: true }), person.password)
  await press(page, main.getByRole('button', { name: 'Show password' }).first(), 'Space')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  await typeInto(page, page.getByLabel('Confirm'), person.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/app')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await settled(page)

  await pressLogOut(page)
  await expect(page).toHaveURL('/login')
  await settled(page)

  await page.keyboard.press('Enter')
  await typeInto(page, page.getByLabel('Email'), 'mara@lindqvist')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Invalid email')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(person.email)
  await press(page, page.getByRole('button', { name: 'Forgot My Password' }), 'Space')
  await expect(page.getByText('Check your email')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Dismiss' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Check your email')).toBeHidden()

  await open(page, linkIn(await mailTo(person.email, 'Set a new password'), 'token='))
  await typeInto(page, page.getByLabel('Password', { exact: true }), 'nine patient lanterns')
  await typeInto(page, page.getByLabel('Confirm'), 'nine patient lanterns')
  await press(page, page.getByRole('button', { name: 'Set Password' }))
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await typeInto(page, page.getByLabel('Email'), person.email)
  await typeInto(page, page.getByLabel('Password', { exact: true }), 'nine patient lanterns')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/app')
})

test('the menus of the top bar open, close and lead on by keyboard', async ({ page }) => {
  await register(page, somebody())
  await tellTwo(page)
  await open(page, '/app')
  const bell = page.getByRole('button', { name: /^Notifications/ })
  const panel = page.getByRole('region', { name: 'Notifications' })

  await press(page, bell)
  await expect(panel).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(panel.getByRole('link').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(panel.getByRole('link').last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(bell).toBeFocused()

  await page.keyboard.press('Space')
  await expect(panel).toBeVisible()
  await tabTo(page, panel.getByRole('link').last())
  await page.keyboard.press('Tab')
  await expect(panel, 'leaving it closes it').toBeHidden()
  await tabTo(page, bell, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(panel).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(panel.getByRole('link').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/app/lend')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('Mark all read leaves focus in the menu', async ({ page }) => {
  await register(page, somebody())
  await holdNews(page) // The answer below stays at two.
  await tellTwo(page)
  await page.route('**/api/notifications/read-all', (route) => route.fulfill({ status: 204 }))
  await open(page, '/app')
  const panel = page.getByRole('region', { name: 'Notifications' })
  await press(page, page.getByRole('button', { name: 'Notifications, 2 unread' }))
  await expect(panel).toBeVisible()
  await press(page, panel.getByRole('button', { name: 'Mark all read' }))

  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeFocused()
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
})

test('the shell is used by keyboard: skip link, entries, the drawer of a phone', async ({
  page,
}) => {
  await register(page, somebody())
  await open(page, '/app')
  await press(page, page.getByRole('link', { name: /skip/i }))
  await expect(page.getByRole('main')).toBeFocused()
  await tabTo(page, page.getByRole('main').getByRole('button', { name: 'Send the link again' }))

  const menu = page.getByRole('button', { name: 'Menu' })
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  const isPhone = await menu.isVisible()
  if (isPhone) {
    await press(page, menu)
    await expectFocusWithin(drawer)
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(menu).toBeFocused()
    await page.keyboard.press('Enter')
    await expectFocusWithin(drawer)
    await expectDrawer(page)
  }
  await press(page, page.getByRole('link', { name: 'Domain Listings' }).last())
  await expect(page).toHaveURL('/app/listings')
  if (isPhone) await expect(drawer).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/app#main')
  await expect(drawer, 'coming back does not open it').toBeHidden()

  await open(page, '/app/no-such-place')
  await press(page, page.getByRole('link', { name: 'Back to the start' }))
  await expect(page).toHaveURL('/app')
})

/** The drawer slides in; what it holds is not on the screen before that is over. */
const expectDrawer = (page: Page) =>
  expect(page.getByRole('link', { name: 'My Domains' }).last()).toBeInViewport({ ratio: 1 })

async function pressLogOut(page: Page) {
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) {
    await press(page, menu)
    await expectDrawer(page)
  }
  await press(page, page.getByRole('button', { name: 'Log Out' }))
}

async function tellTwo(page: Page) {
  const row = (body: string) => ({
    id: crypto.randomUUID(),
    body,
    message: false,
    link: '/app/lend',
    created_at: new Date().toISOString(),
    read: false,
    kind: 'loans',
  })
  const notifications = [row('A loan moved'), row('A loan moved on')]
  await page.route('**/api/notifications', (route) =>
    route.fulfill({ json: { notifications, unread_alerts: 0, unread_notifications: 2 } }),
  )
}
