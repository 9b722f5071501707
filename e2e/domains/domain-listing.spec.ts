import type { Page } from '@playwright/test'
import { banner, dialog } from '../steps/domain-dialog.ts'
import {
  addDomain,
  checkUntilFound,
  chooseInRow,
  dialogOf,
  registrar,
  rowOf,
  someName,
} from '../steps/domains.ts'
import { expect, open, registerVerified, somebody, test } from '../steps/journey.ts'

async function fillTerms(page: Page, [amount, term, rate]: [string, string, string]) {
  await dialog(page).getByLabel('Desired loan amount').fill(amount)
  await dialog(page).getByLabel('Term in days').fill(term)
  await dialog(page).getByLabel('APR').fill(rate)
}

test('a person lists above 36 %, thinks again, edits up, renews, and takes it down', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await registerVerified(page, somebody())
  const name = someName()
  await registrar.addName(name)
  const { window, record } = await addDomain(page, name)
  await expect(window).toContainText(
    'To borrow, you first transfer the domain in. The registry fee is $10.00',
  )
  await registrar.publish(name, record)
  await checkUntilFound(window)
  await window.getByRole('button', { name: 'Close' }).last().click()
  const press = (label: string) => dialog(page).getByRole('button', { name: label }).click()

  await test.step('99 % is asked twice, and nothing is public meanwhile', async () => {
    await page.getByRole('link', { name: `Get Loan, ${name}` }).click()
    await fillTerms(page, ['2200', '90', '99'])
    await expect(dialog(page)).toContainText('More than 36% APR')
    await press('Create Listing')
    await expect(dialog(page)).toContainText('99.00% is more than 36% a year')
    await expect(dialog(page)).toContainText(
      'You would repay $2,737.04, including $537.04 interest.',
    )
    await expect(rowOf(page, name)).toContainText('Not listed')
    await press('Edit terms')
    await expect(dialog(page).getByLabel('APR')).toHaveValue('99')
    await dialog(page).getByLabel('APR').fill('36')
    await press('Create Listing')
    await expect(banner(page, 'Listing created')).toBeVisible()
    await expect(rowOf(page, name)).toContainText('$2,200, 90 d, 36.00%')
  })
  await test.step('editing up above 36 % is asked twice too', async () => {
    await chooseInRow(page, { label: 'Edit listing', name })
    await dialog(page).getByLabel('APR').fill('40')
    await press('Save changes')
    await expect(dialog(page)).toContainText('40.00% is more than 36% a year')
    await expect(rowOf(page, name)).toContainText('36.00%')
    await press('Save changes')
    await expect(banner(page, 'Listing changed')).toBeVisible()
    await expect(rowOf(page, name)).toContainText('$2,200, 90 d, 40.00%')
  })
  await test.step('lenders read it on its page, and its owner renews it from there', async () => {
    await chooseInRow(page, { label: 'View as a lender', name })
    await expect(page.getByText('above 36% a year')).toBeVisible()
    const here = page.url()
    await page.getByRole('link', { name: 'Renew listing' }).click()
    await expect(dialogOf(page, 'Renew listing').getByLabel('Renew for 30 days')).toBeChecked()
    await press('Save changes')
    await expect(banner(page, 'Listing renewed for 30 days')).toBeVisible()
    await expect(page).toHaveURL(here)
  })
  await test.step('it is taken down from the dialog that edits it', async () => {
    await open(page, '/app/my-domains')
    await chooseInRow(page, { label: 'Edit listing', name })
    await press('Remove Listing')
    await dialogOf(page, 'Remove Listing').getByRole('button', { name: 'Remove Listing' }).click()
    await expect(banner(page, 'Listing removed')).toBeVisible()
    await expect(rowOf(page, name)).toContainText('Not listed')
  })
})
