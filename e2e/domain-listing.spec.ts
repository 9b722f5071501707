import type { Page } from '@playwright/test'
import { banner, dialog, openDialog } from './domain-dialog.ts'
import { idOf, someQuote } from './domain-rows.ts'
import {
  addDomain,
  checkUntilFound,
  chooseInRow,
  dialogOf,
  registrar,
  rowOf,
  someName,
} from './domains.ts'
import { desk, expect, open, registerVerified, somebody, test } from './journey.ts'

test('Create Listing says what the terms come to, and sends them', async ({ page }) => {
  await openDialog(page, { path: 'list', domain: 'oldlighthouse.org' })
  let body: unknown
  await page.route('**/api/listings', (route) => {
    body = route.request().postDataJSON()
    const created = { id: crypto.randomUUID(), expires_at: '2026-11-14T00:00:00.000Z' }
    return route.fulfill({ status: 201, json: { ...created, warnings: [] } })
  })

  await dialog(page).getByLabel('Desired loan amount').fill('2,200')
  await dialog(page).getByLabel('Term in days').fill('30')
  await dialog(page).getByLabel('APR').fill('20.00')
  await expect(dialog(page)).toContainText('Adjusted for 30 days1.64%')
  await expect(dialog(page)).toContainText('Interest$36.16')
  await expect(dialog(page)).toContainText('You would repay$2,236.16')
  await expect(dialog(page)).toContainText('loan to value 22 percent')
  await expect(dialog(page)).toContainText('It costs $92.40 a year to keep. Not a premium name.')
  await dialog(page).getByLabel('Auto-accept').check()
  await dialog(page).getByRole('button', { name: 'Create Listing' }).click()
  await expect(banner(page, 'Listing created')).toBeVisible()
  expect(body).toEqual({
    domain_id: idOf('oldlighthouse.org'),
    desired_loan_amount: 2200,
    desired_term: 30,
    desired_apy: 20,
    auto_accept: true,
  })
})

test('terms that are not allowed are said below their field', desk, async ({ page }) => {
  await openDialog(page, { path: 'list', domain: 'oldlighthouse.org' })
  const refusal = { code: 'term_invalid', message: 'No such term', field: 'desired_term' }
  await page.route('**/api/listings', (route) => route.fulfill({ status: 422, json: refusal }))
  const modes = { 'Desired loan amount': 'decimal', 'Term in days': 'numeric', APR: 'decimal' }
  for (const [label, mode] of Object.entries(modes)) {
    await expect(dialog(page).getByLabel(label)).toHaveAttribute('inputmode', mode)
  }

  await dialog(page).getByRole('button', { name: 'Create Listing' }).click()
  await expect(dialog(page).getByText('No such term')).toBeVisible()
  await expect(dialog(page).getByLabel('Term in days')).toBeFocused()
})

test('Remove Listing says what becomes of the offers', async ({ page }) => {
  await openDialog(page, { path: 'unlist', domain: 'plumbline.ai' })
  await page.route('**/api/listings/*', (route) => route.fulfill({ status: 204 }))

  await expect(dialog(page)).toContainText('3 offers wait for you. They are denied')
  await dialog(page).getByRole('button', { name: 'Remove Listing' }).click()
  await expect(banner(page, 'Listing removed')).toBeVisible()
})

async function fillTerms(page: Page, [amount, term, rate]: [string, string, string]) {
  await dialog(page).getByLabel('Desired loan amount').fill(amount)
  await dialog(page).getByLabel('Term in days').fill(term)
  await dialog(page).getByLabel('APR').fill(rate)
}

test('a premium price is said before the listing is public, and asked once more', async ({
  page,
}) => {
  const price = someQuote({ amount: 1300, renewal: 1250, is_premium: true })
  await openDialog(page, {
    path: 'list',
    domain: 'oldlighthouse.org',
    answers: { 'POST quote': price },
  })
  const bodies: unknown[] = []
  await page.route('**/api/listings', (route) => {
    const body = route.request().postDataJSON()
    bodies.push(body)
    return body.confirmed_fee === 1250
      ? route.fulfill({ status: 201, json: { id: crypto.randomUUID(), warnings: [] } })
      : route.fulfill({ status: 422, json: { code: 'premium_unconfirmed', message: 'Twice' } })
  })

  await expect(dialog(page)).toContainText('among its premium names')
  await fillTerms(page, ['2,200', '30', '20'])
  await dialog(page).getByRole('button', { name: 'Create Listing' }).click()
  await expect(dialog(page)).toContainText('Nothing is public yet')
  await expect(dialog(page)).toContainText('The registry asks $1,250.00 a year for this name')
  await dialog(page).getByRole('button', { name: 'Create Listing' }).click()
  await expect(banner(page, 'Listing created')).toBeVisible()
  expect(bodies).toMatchObject([{ desired_apy: 20 }, { desired_apy: 20, confirmed_fee: 1250 }])
})

test('Edit listing shows now and after, and says that open offers stay', async ({ page }) => {
  await openDialog(page, { path: 'edit-listing', domain: 'plumbline.ai' })
  const sent: { method: string; body: unknown }[] = []
  await page.route('**/api/listings/**', (route) => {
    sent.push({ method: route.request().method(), body: route.request().postDataJSON() })
    return route.fulfill({ json: { id: idOf('plumbline.ai'), warnings: [] } })
  })
  const line = (name: string) => dialog(page).getByRole('row', { name })

  await expect(dialog(page)).toContainText('3 open offers stay as they are.')
  await expect(dialog(page)).toContainText('$92.40 registry fee')
  await fillTerms(page, ['30,000', '180', '15.75'])
  await expect(line('Interest')).toHaveText('Interest$2,288.22$2,330.14')
  await expect(line('Adjusted for 180 days')).toContainText('7.15%7.77%')
  await expect(line('Loan to value, on $74,000')).toContainText('43%41%')
  await expect(line('You would repay')).toContainText('$34,288.22$32,330.14')
  const ends = await line('Listing ends').getByRole('cell').allTextContents()
  expect(ends[0]).toBe(ends[1])
  await dialog(page).getByLabel('Renew for 30 days').check()
  await expect(line('Listing ends').getByRole('cell').last()).not.toHaveText(ends[0] ?? '')
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(banner(page, 'Listing changed and renewed')).toBeVisible()
  const terms = { desired_loan_amount: 30_000, desired_term: 180, desired_apy: 15.75 }
  const body = { ...terms, auto_accept: false, renew: true }
  expect(sent).toEqual([{ method: 'PATCH', body }])
})

test('a person lists above 36 %, thinks again, edits up, renews, and takes it down', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await registerVerified(page, somebody())
  const name = someName()
  await registrar.addName(name)
  const { window, record } = await addDomain(page, name)
  await expect(window).toContainText('To borrow, the name comes here first: $10.00 registry fee')
  await registrar.publish(name, record)
  await checkUntilFound(window)
  await window.getByRole('button', { name: 'Close' }).last().click()
  const press = (label: string) => dialog(page).getByRole('button', { name: label }).click()

  await test.step('99 % is asked twice, and nothing is public meanwhile', async () => {
    await page.getByRole('link', { name: `Get Loan, ${name}` }).click()
    await fillTerms(page, ['2200', '90', '99'])
    await expect(dialog(page)).toContainText('More than 36 % a year')
    await press('Create Listing')
    await expect(dialog(page)).toContainText('99.00% is more than 36% a year')
    await expect(dialog(page)).toContainText('You would repay $2,737.04, $537.04 of it interest.')
    await expect(rowOf(page, name)).toContainText('Not listed')
    await press('Change it')
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
