import { expect, onTestFinished, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { self } from '../../../testing/answers.ts'
import { elsewhere, mfaCode } from '../../../testing/given/account.ts'
import { chooseFile } from '../../../testing/screen/files/files.ts'
import {
  expectFocusWithin,
  leaveByEscape,
  press,
  tabTo,
  typeInto,
} from '../../../testing/screen/browser/keyboard.ts'
import { banner, dialog, expectCount } from '../../../testing/screen/browser/locators.ts'
import { plainPicture } from '../../../testing/screen/files/pictures.ts'
import { openSettings } from '../../../testing/screen/pages/settings-page.ts'

const field = (label: string) => page.getByLabelText(label, { exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name })

/** The clicked element is gone, but focus stays in the panel. */
async function expectFocusKept(panel: Locator) {
  await expect.poll(() => panel.element().matches(':focus-within')).toBe(true)
}

test('the address and the contract are chosen and saved by keyboard', async () => {
  const app = await openSettings()
  await typeInto(field('Address'), 'Skeppsbron 14')
  await typeInto(field('City'), 'Göteborg')
  await typeInto(field('Postal/Zip Code'), '411 21')
  const country = page.getByRole('combobox', { name: 'Country' })
  const list = page.getByRole('listbox')
  await tabTo(country)
  await expect.element(list).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(list).not.toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(list).toBeVisible()
  await userEvent.keyboard('swed')
  await expect.element(page.getByCSS('[data-combobox-selected]')).toHaveTextContent('Sweden')
  await userEvent.keyboard('{Enter}')
  await expect.element(country).toHaveValue('Sweden')
  await expect.element(country).toHaveFocus()
  await press(button('Update Legal Address'))
  await expect.element(banner('Profile saved')).toBeVisible()
  await expect.element(button('Update Legal Address')).toHaveFocus()

  const contract = field('Contract')
  await tabTo(contract, 'Shift+Tab')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(contract).toHaveValue('1')
  const preview = button('Preview of crypto.pdf')
  await tabTo(preview, 'Shift+Tab')
  await userEvent.keyboard('{Enter}')
  await leaveByEscape({ dialog: dialog(), opener: preview })
  await press(button('Set Lending Contract'))
  await expect.poll(() => app.saves.length).toBe(2)
  await expect.element(banner('Profile saved')).toBeVisible()
  await app.open()

  await expect.element(country).toHaveValue('Sweden')
  await expect.element(contract).toHaveValue('1')
})

test('a picture is chosen, moved, zoomed and saved by keyboard', async () => {
  await openSettings()
  const file = page.getByCSS('input[type=file]')
  const crop = page.getByRole('dialog', { name: 'Crop the picture' })
  await tabTo(file)
  await chooseByKey(file)
  await leaveByEscape({ dialog: crop, opener: file })

  await chooseByKey(file)
  const stage = crop.getByRole('group', { name: 'Cropped area' })
  const place = () => getComputedStyle(crop.getByCSS('img').element()).transform
  await tabTo(stage)
  const before = place()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(place).not.toBe(before)
  const zoom = crop.getByRole('slider', { name: 'Zoom' })
  await userEvent.keyboard('+')
  await expect.element(zoom).toHaveProperty('value', '1.1')
  await tabTo(zoom)
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(zoom).toHaveProperty('value', '1.2')
  await press(crop.getByRole('button', { name: 'Save picture' }))
  await expect.element(banner('Profile saved')).toBeVisible()
  await expect.element(file).toHaveFocus()

  await press(button('Remove picture'))
  await expectCount(page.getByCSS('img[src^="data:image/webp"]'), 0)
  await expectFocusKept(page.getByCSS('#profile'))
})

/**
 * The field has focus. A key that opens the browser's file chooser does so by a click on the field
 * that nothing prevents; the chooser itself stays closed here.
 */
async function chooseByKey(file: Locator) {
  const clicks: boolean[] = []
  const catchClick = (event: MouseEvent) => {
    if (event.target !== file.element()) return
    clicks.push(event.defaultPrevented)
    event.preventDefault()
  }
  window.addEventListener('click', catchClick)
  onTestFinished(() => window.removeEventListener('click', catchClick))
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => clicks).toEqual([false])
  window.removeEventListener('click', catchClick)
  const picture = await plainPicture(900, 600)
  await chooseFile(file, new File([picture], 'harbour.png', { type: picture.type }))
  await expect.element(dialog()).toBeVisible()
}

test('two-step login is turned on and its codes are made anew by keyboard', async () => {
  await openSettings()
  const panel = page.getByCSS('#two-step-login')
  const turnOn = panel.getByRole('button', { name: 'Turn on' })
  const enrol = page.getByRole('dialog', { name: 'Turn on two-step login' })
  await press(turnOn)
  await leaveByEscape({ dialog: enrol, opener: turnOn })
  await userEvent.keyboard('{Enter}')
  await expectFocusWithin(enrol) // It opens after an answer; an earlier Tab would move past it.
  await typeInto(enrol.getByLabelText('MFA code'), mfaCode)
  await userEvent.keyboard('{Enter}')

  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expectFocusWithin(codes)
  await userEvent.keyboard('{Escape}')
  await expect.element(codes, { message: 'leaving takes a decision' }).toBeVisible()
  await press(codes.getByRole('button', { name: 'I have saved them' }), 'Space')
  await expect.element(codes).not.toBeInTheDocument()
  await expectFocusKept(panel)

  const renew = panel.getByRole('button', { name: 'New recovery codes' })
  const stepUp = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await press(renew)
  await leaveByEscape({ dialog: stepUp, opener: renew })
  await userEvent.keyboard('{Enter}')
  await expectFocusWithin(stepUp)
  await typeInto(stepUp.getByLabelText('MFA code'), mfaCode)
  await userEvent.keyboard('{Enter}')
  await expectFocusWithin(codes)
  await press(codes.getByRole('button', { name: 'I have saved them' }))
  await expect.element(codes).not.toBeInTheDocument()
  await expectFocusKept(panel)
})

test('another session is logged out by keyboard', async () => {
  await openSettings({ sessions: [elsewhere] })

  await press(button(/^Log out Chrome/), 'Space')

  await expect.element(banner('Logged out')).toBeVisible()
  await expect.element(button(/^Log out Chrome/)).not.toBeInTheDocument()
  await expectFocusKept(page.getByCSS('#sessions'))
})

test('a preference and the colours are changed by keyboard', async () => {
  await openSettings({ scheme: 'own' })
  const offers = page.getByRole('switch', { name: /Offers on your domains/ })
  const payments = page.getByRole('switch', { name: /Payments claimed/ })
  await press(offers, 'Space')
  await expect.element(offers).not.toBeChecked()
  await tabTo(payments)
  await userEvent.keyboard(' ')
  await expect.element(payments).toBeChecked()

  await tabTo(page.getByRole('radio', { name: 'System' }))
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect.poll(() => document.documentElement.dataset['mantineColorScheme']).toBe('dark')
})

test('an account is given to deletion and kept by keyboard', async () => {
  await openSettings()
  const panel = page.getByCSS('#your-data')
  const ask = panel.getByRole('button', { name: 'Delete account' })
  const remove = page.getByRole('dialog', { name: 'Delete account' })
  await press(ask)
  await leaveByEscape({ dialog: remove, opener: ask })
  await userEvent.keyboard('{Enter}')
  await expectFocusWithin(remove)
  await typeInto(remove.getByLabelText('Type your email to confirm'), self.email)
  await userEvent.keyboard('{Enter}')
  await expect.element(banner('This account will be deleted')).toBeVisible()
  await expect.element(remove).not.toBeInTheDocument()
  await expectFocusKept(panel)

  await press(panel.getByRole('button', { name: 'Keep account' }))
  await expect.element(banner('Deletion cancelled')).toBeVisible()
  await expect.element(ask).toBeVisible()
  await expectFocusKept(panel)
})
