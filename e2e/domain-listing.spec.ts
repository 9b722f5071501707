import { banner, dialog, openDialog } from './domain-dialog.ts'
import { idOf } from './domain-rows.ts'
import { desk, expect, test } from './journey.ts'

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
  await dialog(page).getByLabel('Accept by itself an offer as good as this').check()
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
