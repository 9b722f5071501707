import type { Page } from '@playwright/test'
import { linkIn, mailTo } from '../steps/inbox.ts'
import { desk, expect, gate, open, openGallery, settled, somebody, test } from '../steps/journey.ts'
import { press, tabTo, typeInto, walkAround } from '../steps/keyboard.ts'
import { publicPaths } from './paths.ts'

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

test(
  'somebody registers, logs out, asks for a new password, sets it and logs in by keyboard',
  gate,
  async ({ page }) => {
    const person = somebody()
    const main = page.getByRole('main')
    await open(page, '/login')
    await press(page, main.getByRole('link', { name: 'Register' }))
    await expect(page).toHaveURL('/register')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.keyboard.press('Tab') // From the heading, past its link, into the form.
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
  },
)

/** The drawer slides in; its content is off screen until that has ended. */
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
