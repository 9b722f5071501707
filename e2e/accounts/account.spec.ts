import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { linkIn, mailTo } from '../steps/inbox.ts'
import {
  desk,
  expect,
  fillLogin,
  gate,
  logOut,
  open,
  openSettings,
  register,
  settled,
  signUp,
  somebody,
  test,
  watch,
} from '../steps/journey.ts'

const newPassword = 'nine patient lanterns'

test(
  'from registration to a reset password, two-step login and a revoked session',
  gate,
  async ({ page, browser }) => {
    const person = somebody()
    await signUp(page, person)

    await test.step('the verification mail verifies the address', async () => {
      await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible()
      await page.goto(linkIn(await mailTo(person.email, 'Verify your email'), 'verify='))
      await expect(page.getByText('Email verified')).toBeVisible()
      await expect(page).toHaveURL('/app')
      await settled(page)
      await expect(page.getByRole('button', { name: 'Send again' })).toBeHidden()
    })

    const { totp, recoveryCodes } = await turnMfaOn(page)
    await logOut(page)

    await test.step('a forgotten password is set anew by the link of a mail', async () => {
      await page.getByLabel('Email').fill(person.email)
      await page.getByRole('button', { name: 'Forgot My Password' }).click()
      await expect(page.getByText('Check your email')).toBeVisible()
      await page.goto(linkIn(await mailTo(person.email, 'Set a new password'), 'token='))
      await settled(page)
      await page.getByLabel('Password', { exact: true }).fill(newPassword)
      await page.getByLabel('Confirm').fill(newPassword)
      await page.getByRole('button', { name: 'Set Password' }).click()
      await expect(page).toHaveURL('/login')
    })

    await test.step('login refuses a wrong code in the form and takes the right one', async () => {
      const login = { email: person.email, password: newPassword }
      await settled(page)
      await fillLogin(page, { ...login, mfa: '000000' })
      await expect(page.getByRole('alert')).toContainText('Invalid MFA code')
      await expect(page).toHaveURL('/login')
      await fillLogin(page, { ...login, mfa: totp.generate({ timestamp: Date.now() + 30_000 }) })
      await expect(page).toHaveURL('/app')
    })

    await test.step('a session in another browser is revoked and ends there at once', async () => {
      const elsewhere = await browser.newContext()
      const complaints: string[] = []
      watch(elsewhere, complaints)
      const other = await elsewhere.newPage()
      await open(other, '/login')
      await fillLogin(other, {
        email: person.email,
        password: newPassword,
        mfa: recoveryCodes[0] ?? '',
      })
      await expect(other).toHaveURL('/app')

      await openSettings(page)
      await page.getByRole('button', { name: /^Log out Chrome/ }).click()
      await expect(page.getByText('Logged out', { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: /^Log out Chrome/ })).toBeHidden()
      await other.reload()
      await expect(other).toHaveURL('/login')
      expect(complaints).toEqual([])
      await elsewhere.close()
    })
  },
)

async function turnMfaOn(page: Page) {
  await openSettings(page)
  await page.getByRole('button', { name: 'Turn on' }).click()
  const dialog = page.getByRole('dialog', { name: 'Turn on two-step login' })
  await expect(dialog.getByRole('img', { name: 'Code for the authenticator app' })).toBeVisible()
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await dialog.getByLabel('MFA code').fill(totp.generate())
  await dialog.getByRole('button', { name: 'Turn on' }).click()

  const shown = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(shown.getByRole('listitem')).toHaveCount(10)
  const recoveryCodes = await shown.getByRole('listitem').allInnerTexts()
  await shown.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 of 10 recovery codes left')).toBeVisible()
  return { totp, recoveryCodes }
}

test(
  'the freeze link of a security mail ends the session of whoever got in',
  desk,
  async ({ page, browser }) => {
    const person = somebody()
    await register(page, person)
    const elsewhere = await browser.newContext()
    const thief = await elsewhere.newPage()
    await open(thief, '/login')
    await fillLogin(thief, person)
    await expect(thief).toHaveURL('/app')

    await page.goto(linkIn(await mailTo(person.email, 'New login to your account'), 'freeze='))
    await expect(page.getByRole('heading', { name: 'Freeze this account?' })).toBeVisible()
    await page.getByRole('button', { name: 'Freeze now' }).click()

    await expect(page.getByText('This account is frozen')).toBeVisible()
    await thief.reload()
    await expect(thief).toHaveURL('/login')
    await elsewhere.close()
  },
)
