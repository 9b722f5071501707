import type { Page } from '@playwright/test'
import { expect, open, registerVerified, somebody, test } from './journey.ts'
import { atOtherRegistrar, someName } from './other-registrar.ts'
import { topUpByCard } from './payment.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, name: string) =>
  page.locator('tbody tr').filter({ hasText: name.split('.')[0] ?? name })

test('a domain is added, proved, transferred in, pointed elsewhere and listed', async ({
  page,
}) => {
  test.slow() // A registry, a resolver and a payment take part.
  await registerVerified(page, somebody())
  const { name, code } = await someName()
  await topUpByCard(page, '50')
  await open(page, '/app/my-domains')
  await page.getByRole('link', { name: 'Add Domain' }).first().click()
  await dialog(page).getByLabel('Domain', { exact: true }).fill(name)
  await page.keyboard.press('Enter')
  const codes = page.getByRole('dialog', { name: 'Verify Domain' }).locator('dd code')
  await expect(codes.nth(1)).toHaveText(`_pier-challenge.${name}`)

  const value = (await codes.nth(2).textContent()) ?? ''
  await atOtherRegistrar('publish-txt', { name, host: '_pier-challenge', value })
  await dialog(page).getByRole('button', { name: 'Check now' }).click()
  await expect(dialog(page).getByText('Verified.')).toBeVisible({ timeout: 30_000 })
  await dialog(page).getByRole('button', { name: 'Transfer In' }).click()

  await expect(dialog(page).getByText('Available balance')).toBeVisible()
  await dialog(page).getByLabel('EPP authorization code').fill(code)
  const send = dialog(page).getByRole('button', { name: 'Transfer In' })
  await expect(send).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 })
  await send.click()
  await expect(page.getByText('Transfer initiated')).toBeVisible()
  await expect(row(page, name)).toContainText('Pending')
  await expect
    .poll(
      () =>
        atOtherRegistrar('approve-transfer', { name }).then(
          () => true,
          () => false,
        ),
      {
        timeout: 30_000,
      },
    )
    .toBe(true)
  await expect(row(page, name).getByRole('link', { name: 'Edit NS' })).toBeVisible({
    timeout: 60_000,
  })
  await expect(row(page, name).getByRole('button', { name: 'Transfer Out' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )

  await row(page, name).getByRole('link', { name: 'Edit NS' }).click()
  await dialog(page).getByLabel('Nameserver 1').fill('ns1.fairwater-dns.net')
  await dialog(page).getByLabel('Nameserver 2').fill('ns2.fairwater-dns.net')
  await dialog(page).getByRole('button', { name: 'Change Nameservers' }).click()
  await expect(
    page.getByText(/Nameservers changed successfully|Sent to the registry/),
  ).toBeVisible()

  await row(page, name).getByRole('link', { name: 'Get Loan' }).click()
  await dialog(page).getByLabel('Desired loan amount').fill('2200')
  await dialog(page).getByLabel('Term in days').fill('90')
  await dialog(page).getByLabel('APR').fill('18')
  await dialog(page).getByRole('button', { name: 'Create Listing' }).click()
  await expect(page.getByText('Listing created')).toBeVisible()
  await expect(row(page, name)).toContainText('listed')
})
