import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { desk, expect, holdNews, open, register, settled, somebody, test } from './journey.ts'
import { showLines } from './transaction-lines.ts'

const rows = (page: Page) => page.locator('tbody tr')
const pager = (page: Page) => page.getByRole('navigation', { name: 'Pages of Transactions' })

test('an empty list of transactions says so', async ({ page }) => {
  await register(page, somebody())
  await open(page, '/app/transactions')

  await expect(page.getByText('Nothing here yet...')).toBeVisible()
  await expect(pager(page)).toHaveCount(0)
  const summary = page.getByRole('region', { name: 'Balance', exact: true })
  await expect(summary).toContainText('$0.00')
  await expect(summary).toContainText('0 holds')
})

test.describe('where the day has begun already', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test('each line has its type, signed amount, method, status and local date', async ({ page }) => {
    await register(page, somebody())
    await showLines(page, 12)
    await open(page, '/app/transactions')

    await expect(page.getByRole('columnheader')).toHaveText([
      'Type',
      'Amount',
      'Payment Method',
      'Status',
      'Created At',
    ])
    await expect(rows(page)).toHaveCount(5)
    const line = (index: number) => rows(page).nth(index)
    const [fee, pending, coins, failed, reversed] = [line(0), line(1), line(2), line(3), line(4)]
    await expect(fee).toContainText('ferrywire.net')
    await expect(fee).toContainText('\u2212$12.18')
    await expect(fee).toContainText('Site balance')
    await expect(pending).toContainText('Reference TU-88212')
    await expect(pending).toContainText('+$150.00')
    await expect(coins).toContainText('$80.00 asked, $79.62 arrived')
    for (const [shown, label, icon] of [
      [pending, 'Pending', 'rgb(196, 89, 10)'],
      [coins, 'Complete', 'rgb(28, 130, 80)'],
    ] as const) {
      await expect(shown.getByText(label)).toBeVisible()
      await expect(shown.locator('td svg')).toHaveCSS('color', icon)
    }
    await expect(pending).toContainText('Held until the transfer arrives')
    await expect(failed).toContainText('Nothing arrived in time')
    await expect(reversed).toContainText('You took it back')
    for (const ended of [failed, reversed]) {
      await expect(ended.locator('td svg')).toHaveCount(0)
      await expect(ended).not.toContainText(/Pending|Complete|Failed|Reversed/)
    }
    await expect(pending.locator('time')).toHaveText('13 Oct 2026')
    await expect(coins.locator('time')).toHaveText('11 Oct 2026')
  })
})

test('the summary has what is available, what is held and whether it all adds up', async ({
  page,
}) => {
  await register(page, somebody())
  await showLines(page, 5)
  await open(page, '/app/transactions')

  const summary = page.getByRole('region', { name: 'Balance', exact: true })
  await expect(summary).toContainText('$184.20')
  await expect(summary).toContainText('$23.24')
  await expect(summary).toContainText('2 holds')
  await expect(summary).toContainText('Reconciled')
  await expect(summary).toContainText('14 Oct 2026, 05:00 UTC, difference $0.00')
  await expect(pager(page)).toHaveCount(0)
})

test('the pager goes through the pages, and ends at both ends', async ({ page }) => {
  await register(page, somebody())
  await showLines(page, 12)
  await open(page, '/app/transactions')
  const previous = pager(page).getByText('Previous')
  const next = pager(page).getByText('Next')

  await expect(pager(page)).toContainText('Page 1 of 3, 5 per page')
  await expect(pager(page).getByRole('listitem')).toHaveText(['1', '2', '3'])
  await expect(previous).toHaveAttribute('aria-disabled', 'true')
  await next.click()
  await expect(page).toHaveURL('/app/transactions/2')
  await settled(page)
  await expect(rows(page).first()).toContainText('TU-88208')
  await expect(previous).not.toHaveAttribute('aria-disabled', 'true')
  await pager(page).getByRole('link', { name: 'Page 3' }).click()
  await expect(page).toHaveURL('/app/transactions/3')
  await expect(rows(page)).toHaveCount(2)
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  await previous.click()
  await expect(page).toHaveURL('/app/transactions/2')
  await page.goBack()
  await expect(page).toHaveURL('/app/transactions/3')
  await expect(rows(page)).toHaveCount(2)
})

test(
  'a page past the end leads back, and what is no page is the first one',
  desk,
  async ({ page }) => {
    await register(page, somebody())
    await showLines(page, 12)
    await open(page, '/app/transactions/99')
    await expect(page.getByText('There is nothing on this page')).toBeVisible()
    await page.getByRole('link', { name: 'To the first page' }).click()
    await expect(page).toHaveURL('/app/transactions')
    await expect(rows(page)).toHaveCount(5)

    await open(page, '/app/transactions/none')
    await expect(page).toHaveURL('/app/transactions')
    await expect(rows(page)).toHaveCount(5)
  },
)

test('a list that does not load says so, and loads on another try', desk, async ({ page }) => {
  await register(page, somebody())
  await holdNews(page)
  await page.route('**/api/transactions?*', (route) =>
    route.fulfill({ status: 400, json: { code: 'bad_request', message: 'Not now' } }),
  )
  await page.goto('/app/transactions')
  await expect(page.getByText('Your transactions did not load')).toBeVisible()

  await page.unroute('**/api/transactions?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Nothing here yet...')).toBeVisible()
})

test('a statement is saved as CSV and as PDF, by keyboard alone', desk, async ({ page }) => {
  await register(page, somebody())
  await open(page, '/app/transactions')

  for (const [format, start] of [
    ['CSV', 'Created At (UTC),Reference'],
    ['PDF', '%PDF-'],
  ] as const) {
    const opener = page.getByRole('button', { name: 'Export CSV' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const period = page.getByLabel('Period')
    await expect(period).toBeFocused()
    await expect(period.getByRole('option')).toHaveText([
      'This month',
      'Last month',
      'This year',
      'Last 12 months',
    ])
    await period.selectOption('Last 12 months')
    await page.getByLabel('Format').selectOption(format)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Download' })).toBeFocused()
    const saving = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    const saved = await saving
    const name = /^pier-statement-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.(csv|pdf)$/
    expect(saved.suggestedFilename()).toMatch(name)
    expect(saved.suggestedFilename()).toContain(format.toLowerCase())
    expect((await readFile(await saved.path())).toString('latin1').slice(0, start.length)).toBe(
      start,
    )
    await expect(period).toBeHidden()
    await expect(opener).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Period')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Period')).toBeHidden()
})
