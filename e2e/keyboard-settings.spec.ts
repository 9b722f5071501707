import type { Locator, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect, fillLogin, open, register, registerVerified, somebody, test } from './journey.ts'
import { expectFocusWithin, leaveByEscape, press, tabTo, typeInto } from './keyboard.ts'
import { plainPng } from './pictures.ts'

test('the address and the contract are chosen and saved by keyboard', async ({ page }) => {
  await openSettings(page)
  await typeInto(page, page.getByLabel('Address', { exact: true }), 'Skeppsbron 14')
  await typeInto(page, page.getByLabel('City'), 'Göteborg')
  await typeInto(page, page.getByLabel('Postal/Zip Code'), '411 21')
  const country = page.getByRole('combobox', { name: 'Country' })
  await tabTo(page, country)
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.type('swed')
  await expect(page.locator('[data-combobox-selected]')).toHaveText('Sweden')
  await page.keyboard.press('Enter')
  await expect(country).toHaveValue('Sweden')
  await expect(country).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Update Legal Address' }))
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update Legal Address' })).toBeFocused()

  const contract = page.getByLabel('Contract', { exact: true })
  await tabTo(page, contract, 'Shift+Tab')
  await page.keyboard.press('ArrowDown')
  await expect(contract).toHaveValue('1')
  const preview = page.getByRole('button', { name: 'Preview of crypto.pdf' })
  await tabTo(page, preview, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await leaveByEscape(page, { dialog: page.getByRole('dialog'), opener: preview })
  await press(page, page.getByRole('button', { name: 'Set Lending Contract' }))
  await expect(page.getByText('Profile saved')).toBeVisible()
  await page.reload()

  await expect(country).toHaveValue('Sweden')
  await expect(contract).toHaveValue('1')
})

test('a picture is chosen, moved, zoomed and saved by keyboard', async ({ page }) => {
  page.on('filechooser', () => undefined) // Kept on, lest the second one opens before it is watched for.
  await openSettings(page)
  const field = page.locator('input[type=file]')
  const dialog = page.getByRole('dialog', { name: 'Crop the picture' })
  await tabTo(page, field)
  await chooseByKey(page)
  await leaveByEscape(page, { dialog, opener: field })

  await chooseByKey(page)
  const stage = dialog.getByRole('group', { name: 'Part of the picture that is kept' })
  const place = () => dialog.locator('img').evaluate((image) => getComputedStyle(image).transform)
  await tabTo(page, stage)
  const before = await place()
  await page.keyboard.press('ArrowRight')
  await expect.poll(place).not.toBe(before)
  const zoom = dialog.getByRole('slider', { name: 'Zoom' })
  await page.keyboard.press('+')
  await expect(zoom).toHaveValue('1.1')
  await tabTo(page, zoom)
  await page.keyboard.press('ArrowRight')
  await expect(zoom).toHaveValue('1.2')
  await press(page, dialog.getByRole('button', { name: 'Save picture' }))
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(field).toBeFocused()

  await press(page, page.getByRole('button', { name: 'Remove picture' }))
  await expect(page.locator('img[src^="data:image/webp"]')).toHaveCount(0)
  await expectFocusKept(page, page.locator('#profile'))
})

test('two-step login is turned on and its codes are made anew by keyboard', async ({ page }) => {
  test.slow() // Four dialogs, each gone around.
  await openSettingsVerified(page)
  const panel = page.locator('#two-step-login')
  const turnOn = panel.getByRole('button', { name: 'Turn on' })
  const dialog = page.getByRole('dialog', { name: 'Turn on two-step login' })
  await press(page, turnOn)
  await leaveByEscape(page, { dialog, opener: turnOn })
  await page.keyboard.press('Enter')
  await expectFocusWithin(dialog) // It opens with an answer; a Tab before that would go on.
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await typeInto(page, dialog.getByLabel('MFA code'), totp.generate())
  await page.keyboard.press('Enter')

  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expectFocusWithin(codes)
  await page.keyboard.press('Escape')
  await expect(codes, 'leaving takes a decision').toBeVisible()
  await press(page, codes.getByRole('button', { name: 'I have kept them' }), 'Space')
  await expect(codes).toBeHidden()
  await expectFocusKept(page, panel)

  const renew = panel.getByRole('button', { name: 'New recovery codes' })
  const stepUp = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await press(page, renew)
  await leaveByEscape(page, { dialog: stepUp, opener: renew })
  await page.keyboard.press('Enter')
  await expectFocusWithin(stepUp)
  const next = totp.generate({ timestamp: Date.now() + 30_000 }) // Each code works once.
  await typeInto(page, stepUp.getByLabel('MFA code'), next)
  await page.keyboard.press('Enter')
  await expectFocusWithin(codes)
  await press(page, codes.getByRole('button', { name: 'I have kept them' }))
  await expect(codes).toBeHidden()
  await expectFocusKept(page, panel)
})

test('another session is signed out by keyboard', async ({ page, browser }) => {
  const person = await openSettings(page)
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await open(other, '/login')
  await fillLogin(other, person)
  await expect(other).toHaveURL('/app')
  await elsewhere.close()
  await open(page, '/app/settings')

  await press(page, page.getByRole('button', { name: /^Sign out Chrome/ }), 'Space')

  await expect(page.getByText('Signed out', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Sign out Chrome/ })).toBeHidden()
  await expectFocusKept(page, page.locator('#sessions'))
})

test('a preference and the colours are changed by keyboard', async ({ page }) => {
  await openSettings(page)
  const offers = page.getByRole('switch', { name: /Offers on your domains/ })
  await press(page, offers, 'Space')
  await expect(offers).not.toBeChecked()
  await tabTo(page, page.getByRole('switch', { name: /Payments claimed/ }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('switch', { name: /Payments claimed/ })).toBeChecked()

  await tabTo(page, page.getByRole('radio', { name: 'System' }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('an account is given to deletion and kept by keyboard', async ({ page }) => {
  const person = await openSettingsVerified(page)
  const panel = page.locator('#your-data')
  const ask = panel.getByRole('button', { name: 'Delete account' })
  const dialog = page.getByRole('dialog', { name: 'Delete account' })
  await press(page, ask)
  await leaveByEscape(page, { dialog, opener: ask })
  await page.keyboard.press('Enter')
  await expectFocusWithin(dialog)
  await typeInto(page, dialog.getByLabel('Type your email to confirm'), person.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('This account will be deleted', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expectFocusKept(page, panel)

  await press(page, panel.getByRole('button', { name: 'Keep account' }))
  await expect(page.getByText('Your account stays')).toBeVisible()
  await expect(ask).toBeVisible()
  await expectFocusKept(page, panel)
})

async function openSettings(page: Page) {
  const person = somebody()
  await register(page, person)
  await open(page, '/app/settings')
  return person
}

/** What cannot be undone needs an address that is verified. */
async function openSettingsVerified(page: Page) {
  const person = somebody()
  await registerVerified(page, person)
  await open(page, '/app/settings')
  return person
}

/** The field has focus; the browser's own window for choosing a file opens by a key. */
async function chooseByKey(page: Page) {
  const chosen = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  const buffer = plainPng(900, 600)
  await (await chosen).setFiles({ name: 'harbour.png', mimeType: 'image/png', buffer })
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** What was pressed is gone, but the next Tab goes on from where it stood. */
async function expectFocusKept(page: Page, panel: Locator) {
  await expect(panel.locator(':focus').or(panel.and(page.locator(':focus')))).toHaveCount(1)
}
