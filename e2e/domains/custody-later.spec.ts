import type { Page } from '@playwright/test'
import {
  addDomain,
  checkUntilFound,
  chooseInRow,
  dialogOf,
  menuLine,
  openRowMenu,
  passDays,
  registrar,
  rowOf,
  someName,
  transferIn,
} from '../steps/domains.ts'
import { linkIn, mailTo } from '../steps/inbox.ts'
import {
  expect,
  fillLogin,
  gate,
  leave,
  open,
  registerVerified,
  somebody,
  test,
} from '../steps/journey.ts'
import { topUpByCard } from '../steps/payment.ts'

type Person = ReturnType<typeof somebody>

/** The registrar is polled once a minute. */
const byTheNextNews = { timeout: 90_000 }

test(
  'a domain comes into custody, is served elsewhere and back, and leaves again',
  gate,
  async ({ page, context }) => {
    test.setTimeout(420_000)
    const person = somebody()
    const name = someName()
    const house = someName('net')
    const code = await registrar.addName(name)
    await registrar.addName(house)
    await registerVerified(page, person)
    await topUpByCard(page, '50')

    await test.step('it is proved', async () => {
      const { window, record } = await addDomain(page, name)
      await registrar.publish(name, record)
      await checkUntilFound(window)
      await window.getByRole('button', { name: 'Close' }).last().click()
    })
    await test.step('it arrives after the five days of the registry', async () => {
      await transferIn(page, name, code)
      await expect.poll(async () => (await registrar.read(name)).transfer?.status).toBe('pending')
      await leave(page)
      await passDays(context, 4.9)
      await enter(page, person)
      await expect(rowOf(page, name)).toContainText('Pending')
      await passDays(context, 0.2)
      await expect(rowOf(page, name).getByText('Pending')).toHaveCount(0, byTheNextNews)
      await mailTo(person.email, `${name}: now in custody`)
      expect((await registrar.read(name)).isHere).toBe(false)
      await openRowMenu(page, name)
      const out = menuLine(page, 'Transfer Out')
      await expect(out).toHaveText(/from \d+ \w+ \d{4}$/)
      await page.keyboard.press('Escape')
    })
    await test.step('its nameservers change, and change back', async () => {
      const before = (await registrar.read(name)).nameservers
      await chooseInRow(page, { label: 'Edit NS', name })
      const dialog = dialogOf(page, 'Change Nameservers')
      await dialog.getByLabel('Nameserver 1').fill(`ns1.${house}`)
      await dialog.getByLabel('Nameserver 2').fill(`ns2.${house}`)
      await dialog.getByRole('button', { name: 'Change Nameservers' }).click()
      await expect(page.getByText('Nameservers changed successfully')).toBeVisible()
      expect((await registrar.read(name)).nameservers).toEqual([`ns1.${house}`, `ns2.${house}`])

      await chooseInRow(page, { label: 'Edit NS', name })
      await dialog.getByRole('button', { name: `Undo, back to ${before.join(', ')}` }).click()
      await expect(dialog).toBeHidden()
      await expect.poll(async () => (await registrar.read(name)).nameservers).toEqual(before)
    })
    await test.step('after the lock it may leave, and the link in the mail stops that', async () => {
      await leave(page)
      await passDays(context, 61)
      await enter(page, person)
      await transferOut(page, name)
      await expect(rowOf(page, name)).toContainText('Leaving, code by')
      await page.goto(
        linkIn(await mailTo(person.email, `${name}: transfer out requested`), 'token='),
      )
      await page.getByRole('button', { name: 'Stop transfer' }).click()
      await expect(page.getByRole('heading', { name: 'The transfer is stopped' })).toBeVisible()
      await mailTo(person.email, `${name}: transfer out stopped`)
      await open(page, '/app/my-domains')
      await expect(rowOf(page, name)).not.toContainText('Leaving')
    })
    await test.step('asked again, the code comes within a day, and another registrar takes it', async () => {
      await transferOut(page, name)
      await leave(page)
      await passDays(context, 21 / 24)
      const mail = await mailTo(person.email, `${name}: authorization code, valid for 14 days`)
      const sent = /^ {4}(\S+)$/m.exec(mail.text)?.[1] ?? ''
      await registrar.pull(name, sent)
      await mailTo(person.email, `${name}: another registrar requests a transfer`, byTheNextNews)
      await passDays(context, 6)
      await mailTo(person.email, `${name}: transferred out`, byTheNextNews)
      expect((await registrar.read(name)).isHere).toBe(true)
      await enter(page, person)
      await expect(page.getByText('No domains yet').first()).toBeVisible()
    })
  },
)

/** After some days everybody has to log in again. */
async function enter(page: Page, person: Person) {
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await open(page, '/login')
  await fillLogin(page, person)
  await expect(page).toHaveURL('/app')
  await open(page, '/app/my-domains')
}

async function transferOut(page: Page, name: string) {
  await chooseInRow(page, { label: 'Transfer Out', name })
  const dialog = dialogOf(page, 'Transfer Out')
  await dialog.getByRole('button', { name: 'Transfer Out' }).click()
  await expect(page.getByText('Transfer added to queue')).toBeVisible()
  await expect(dialog).toBeHidden()
}
