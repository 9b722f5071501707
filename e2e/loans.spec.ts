import type { Page } from '@playwright/test'
import { showDomains } from './domain-rows.ts'
import { desk, expect, holdNews, open, register, settled, somebody, test } from './journey.ts'
import { showLoans } from './loan-rows.ts'

const table = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const rows = (page: Page, name: string) => table(page, name).locator('tbody tr')
const pager = (page: Page, name: string) =>
  page.getByRole('navigation', { name: `Pages of ${name}`, exact: true })

async function openLoans(page: Page, path: string) {
  await register(page, somebody())
  await showDomains(page)
  const asked = await showLoans(page)
  await open(page, path)
  return asked
}

test('the dashboard adds up what is yours, and says what waits for you', async ({ page }) => {
  let domainsAsked = ''
  page.on('request', (request) => {
    if (/\/api\/domains\?/.test(request.url())) domainsAsked = request.url()
  })
  const asked = await openLoans(page, '/app')

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Mara')
  await expect(page.getByText('Six things need you; the first by')).toBeVisible()
  await expect(table(page, 'Portfolio')).toContainText('$212,400.00')
  await expect(table(page, 'Portfolio')).toContainText('3 without a value')
  await expect(table(page, 'Borrowing')).toContainText('$28,600.00')
  await expect(table(page, 'Lending')).toContainText('$31,200.00')
  await expect(page.getByRole('article')).toContainText('How we count days')
  const moves = rows(page, 'Needs your move')
  await expect(moves.first()).toContainText('That offer expires. The other two stay open.')
  await expect(moves.filter({ hasText: 'tideglass' })).toContainText('Sign the lending agreement')
  expect(domainsAsked).toContain('limit=100')
  expect(asked).toContain('/escrow/borrower{"page":1,"limit":100}')
  expect(asked).toContain('/escrow/lender{"page":1,"limit":100}')
})

test('Borrow has four loans and four offers a page, and both pages in its address', async ({
  page,
}) => {
  const asked = await openLoans(page, '/app/borrow')

  await expect(rows(page, 'Loans')).toHaveCount(4)
  await expect(rows(page, 'Received offers')).toHaveCount(4)
  expect(asked).toContain('/escrow/borrower{"page":1,"limit":4}')
  expect(asked).toContain('/offers/my-offers?page=1&limit=4')
  await pager(page, 'Loans').getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/app/borrow/2')
  const nextOffers = pager(page, 'Received offers').getByRole('link', { name: 'Next' })
  await expect(nextOffers).toHaveAttribute('href', '/app/borrow/2/2#offers')
  await nextOffers.click()
  await expect(page).toHaveURL('/app/borrow/2/2#offers')
  await settled(page)
  await expect.poll(() => asked).toContain('/escrow/borrower{"page":2,"limit":4}')
  await expect.poll(() => asked).toContain('/offers/my-offers?page=2&limit=4')
  await open(page, '/app/borrow/nowhere')
  await expect(page).toHaveURL('/app/borrow')
})

test('offers that are chosen stay chosen from page to page', async ({ page }) => {
  await openLoans(page, '/app/borrow')

  await page.getByRole('checkbox', { name: /heron-41/ }).check()
  await page.getByRole('checkbox', { name: /slackwater/ }).check()
  await expect(table(page, 'Received offers')).toContainText('2 selected')
  await pager(page, 'Received offers').getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(/\/app\/borrow\/1\/2\?compare=/)
  await expect(page.getByRole('heading', { name: 'Compare 2 offers' })).toBeVisible()
  await page.getByRole('checkbox', { name: /heron-41/ }).uncheck()
  await expect(page.getByRole('heading', { name: 'Compare 1 offer' })).toBeVisible()
})

test('Lend has its loans and sent offers a page, and a row opens its loan', async ({ page }) => {
  const asked = await openLoans(page, '/app/lend')

  await expect(rows(page, 'Originating loans').first()).toContainText('$6,318.08')
  await expect(rows(page, 'Sent offers')).toHaveCount(4)
  expect(asked).toContain('/escrow/lender{"page":1,"limit":4}')
  expect(asked).toContain('/offers/sent-offers?page=1&limit=4')
  await pager(page, 'Sent offers').getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/app/lend/1/2#offers')
  const nextLoans = pager(page, 'Originating loans').getByRole('link', { name: 'Next' })
  await expect(nextLoans).toHaveAttribute('href', '/app/lend/2/2')
  await nextLoans.click()
  await expect(page).toHaveURL('/app/lend/2/2')
  await settled(page)
  await expect.poll(() => asked).toContain('/escrow/lender{"page":2,"limit":4}')
  await expect.poll(() => asked).toContain('/offers/sent-offers?page=2&limit=4')
  await rows(page, 'Originating loans').first().click()
  await expect(page).toHaveURL(/\/app\/escrow\/[\da-f-]{36}$/)
})

test('what does not load says so in its place, with a way to try again', desk, async ({ page }) => {
  await register(page, somebody())
  await holdNews(page)
  const refusal = { code: 'unavailable', message: 'We are not there at the moment' }
  const refuse = { status: 422, json: refusal }
  await page.route('**/api/escrow/borrower', (route) => route.fulfill(refuse))
  await page.route('**/api/offers/my-offers**', (route) => route.fulfill(refuse))
  await open(page, '/app/borrow')

  await expect(page.getByText('Your loans did not load')).toBeVisible()
  await expect(page.getByText('Offers did not load')).toBeVisible()
  await showLoans(page)
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(rows(page, 'Loans')).toHaveCount(4)
  await open(page, '/app')
  await expect(page.getByRole('heading', { name: 'Needs your move' })).toBeVisible()
})
