import type { Page } from '@playwright/test'
import { showDomains } from './domain-rows.ts'
import { expect, open, register, settled, somebody, test } from './journey.ts'
import { showLoans } from './loan-rows.ts'

const names = ['brightkeel.com', 'copperkettle.com', ...Array.from({ length: 10 }, someName)]
const listings = names.map((domain, index) => ({
  id: crypto.randomUUID(),
  domain,
  unicode: domain,
  domain_id: crypto.randomUUID(),
  desired_loan_amount: index === 1 ? 5200 : 14_500,
  desired_term: index === 1 ? 90 : 120,
  desired_apy: index === 1 ? 24 : 18,
  adjusted: 5.92,
  estimated_value: index === 1 ? null : 41_000,
  ltv: index === 1 ? null : 35,
  custody_ready: index === 0,
  registered_on: '2009-03-11',
  expires_at: '2099-01-01T00:00:00.000Z',
  looks_like: null,
}))

function someName(_: unknown, index: number): string {
  return `harbour-${index}.com`
}

/** A directory of five pages, all alike. It answers when it is told to. */
async function showDirectory(page: Page) {
  const asked: string[] = []
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/listings?**', async (route) => {
    asked.push(new URL(route.request().url()).search)
    await gate.promise
    await route.fulfill({ json: { listings, pages: 5, total: 58, is_capped: false } })
  })
  return { asked, answer: gate.resolve }
}

test('the directory in the app shows twelve cards a page, and twenty boxes until they come', async ({
  page,
}) => {
  await register(page, somebody())
  const { asked, answer } = await showDirectory(page)
  await page.goto('/app/listings')
  await expect(page.locator('[aria-label="Listings"][aria-busy="true"] > *')).toHaveCount(20)
  answer()
  await settled(page)

  await expect(page.getByRole('article')).toHaveCount(12)
  expect(new URLSearchParams(asked[0]).get('limit')).toBe('12')
  expect(new URLSearchParams(asked[0]).get('page')).toBe('1')
  const pager = page.getByRole('navigation', { name: 'Pages of Listings' })
  await expect(page.getByText('Page 1 of 5, 12 per page')).toBeVisible()
  await pager.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/app/listings/2')
  await pager.getByRole('link', { name: 'Page 1', exact: true }).click()
  await expect(page).toHaveURL('/app/listings')
  await open(page, '/app/listings/3')
  await pager.getByRole('link', { name: 'Previous' }).click()
  await expect(page).toHaveURL('/app/listings/2')
})

test('a card shows the domain, its value, the ask and the rate for the term', async ({ page }) => {
  await register(page, somebody())
  const { answer } = await showDirectory(page)
  answer()
  await open(page, '/app/listings')

  const [first, second] = [page.getByRole('article').nth(0), page.getByRole('article').nth(1)]
  await expect(first.getByRole('heading')).toContainText('brightkeel.com')
  for (const fact of ['Est. value$41,000.00', 'Loan$14,500', 'Adjusted5.92%', 'Term120 days']) {
    await expect(first).toContainText(fact)
  }
  await expect(first).toContainText('APR18.00%')
  await expect(second.getByRole('heading')).toContainText('copperkettle.com')
  await expect(second).toContainText('??.??')
  await expect(second).toContainText('Adjusted5.92%')
})

test('the dashboard greets by the first name and sums up domains and loans', async ({ page }) => {
  await register(page, somebody())
  await showDomains(page)
  await showLoans(page)
  const domains = page.waitForRequest(/\/api\/domains\?.*limit=100/)
  const borrowed = page.waitForRequest('**/api/escrow/borrower')
  await open(page, '/app')

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Mara')
  for (const title of ['Portfolio', 'Borrowing', 'Lending']) {
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
  }
  await expect(page.getByRole('region', { name: 'Portfolio' })).toContainText('$212,400.00')
  await expect(page.getByText(/^Sum of estimated values, \d+ domains$/)).toBeVisible()
  await expect(page.getByRole('article').getByText('News')).toBeVisible()
  await domains
  expect((await borrowed).postDataJSON()).toMatchObject({ limit: 100 })
})
