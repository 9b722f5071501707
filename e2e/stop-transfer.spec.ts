import { expect, open, test } from './journey.ts'

test('the stop link of a mail keeps the domain here, once', async ({ page }) => {
  await page.route('**/api/domains/transferOut/stop', (route) =>
    route.fulfill({ json: { domain: 'oldlighthouse.org' } }),
  )
  await open(page, '/stop-transfer#token=abc')
  await page.getByRole('button', { name: 'Keep it here' }).click()
  await expect(page.getByRole('heading', { name: 'The transfer is stopped' })).toBeVisible()
  await expect(page.getByText('oldlighthouse.org')).toBeVisible()

  await page.unroute('**/api/domains/transferOut/stop')
  await open(page, '/stop-transfer#token=none')
  await page.getByRole('button', { name: 'Keep it here' }).click()
  await expect(page.getByText('This link is used up or too old')).toBeVisible()
})

test('a stop link without its token says what to do', async ({ page }) => {
  await open(page, '/stop-transfer')
  await expect(page.getByText('This address has no token')).toBeVisible()
})
