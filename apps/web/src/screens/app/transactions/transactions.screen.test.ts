import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listLines, noLines } from '../../../testing/given/transactions.ts'
import { type Answers, fileAnswer, refusal } from '../../../testing/screen/fake-server.ts'
import { listenToDownloads } from '../../../testing/screen/files/files.ts'
import {
  expectAt,
  expectCount,
  expectTexts,
  focusOn,
} from '../../../testing/screen/browser/locators.ts'
import { openApp, settled } from '../../../testing/screen/open-app.tsx'
import { testOnBoth } from '../../../testing/screen/browser/sizes.ts'
import { pagerOf, table } from '../../../testing/screen/browser/tables.ts'
import { stayIn } from '../../../testing/screen/browser/device.ts'

const rows = () => page.getByCSS('tbody tr')
const pager = () => pagerOf('Transactions')

const withLines = (count: number): Answers => ({
  'GET /transactions': ({ query }) => listLines(count, query),
})

testOnBoth('an empty list of transactions says so', async () => {
  await openApp('/app/transactions', { answers: { 'GET /transactions': noLines } })

  await expect.element(page.getByText('Nothing here yet...')).toBeVisible()
  await expectCount(pager(), 0)
  await expect.element(table('Balance')).toMatchTextContent('$0.00')
  await expect.element(table('Balance')).toMatchTextContent('0 reservations')
})

describe('where the day has begun already', () => {
  testOnBoth('each line has its type, signed amount, method, status and local date', async () => {
    await stayIn('Asia/Tokyo')
    await openApp('/app/transactions', { answers: withLines(12) })

    const headers = ['Type', 'Amount', 'Payment Method', 'Status', 'Created At']
    await expectTexts(page.getByRole('columnheader'), headers)
    await expectCount(rows(), 5)
    const line = (index: number) => rows().nth(index)
    const [fee, pending, coins, failed, reversed] = [line(0), line(1), line(2), line(3), line(4)]
    await expect.element(fee).toMatchTextContent('ferrywire.net')
    await expect.element(fee).toMatchTextContent('\u2212$12.18')
    await expect.element(fee).toMatchTextContent('Site balance')
    await expect.element(pending).toMatchTextContent('Reference TU-88212')
    await expect.element(pending).toMatchTextContent('+$150.00')
    await expect.element(coins).toMatchTextContent('$80.00 requested, $79.62 received')
    for (const [shown, label, color] of [
      [pending, 'Pending', 'rgb(196, 89, 10)'],
      [coins, 'Complete', 'rgb(28, 130, 80)'],
    ] as const) {
      await expect.element(shown.getByText(label)).toBeVisible()
      await expect.element(shown.getByCSS('td svg')).toHaveStyle({ color })
    }
    await expect.element(pending).toMatchTextContent('Held until the transfer arrives')
    await expect.element(failed).toMatchTextContent('Nothing arrived in time')
    await expect.element(reversed).toMatchTextContent('You cancelled it')
    for (const ended of [failed, reversed]) {
      await expectCount(ended.getByCSS('td svg'), 0)
      await expect.element(ended).not.toMatchTextContent(/Pending|Complete|Failed|Reversed/)
    }
    await expect.element(pending.getByCSS('time')).toHaveTextContent('13 Oct 2026')
    await expect.element(coins.getByCSS('time')).toHaveTextContent('11 Oct 2026')
  })
})

testOnBoth(
  'the summary has what is available, what is held and whether it all adds up',
  async () => {
    await openApp('/app/transactions', { answers: withLines(5) })

    const summary = table('Balance')
    await expect.element(summary).toMatchTextContent('$184.20')
    await expect.element(summary).toMatchTextContent('$23.24')
    await expect.element(summary).toMatchTextContent('2 reservations')
    await expect.element(summary).toMatchTextContent('Reconciled')
    await expect.element(summary).toMatchTextContent('14 Oct 2026, 05:00 UTC, difference $0.00')
    await expectCount(pager(), 0)
  },
)

testOnBoth('the pager goes through the pages, and ends at both ends', async () => {
  await openApp('/app/transactions', { answers: withLines(12) })
  const previous = pager().getByText('Previous')
  const next = pager().getByText('Next')

  await expect.element(pager()).toMatchTextContent('Page 1 of 3, 5 per page')
  await expectTexts(pager().getByRole('listitem'), ['1', '2', '3'])
  await expect.element(previous).toHaveAttribute('aria-disabled', 'true')
  await next.click()
  await expectAt('/app/transactions/2')
  await settled()
  await expect.element(rows().first()).toMatchTextContent('TU-88208')
  await expect.element(previous).not.toHaveAttribute('aria-disabled', 'true')
  await pager().getByRole('link', { name: 'Page 3' }).click()
  await expectAt('/app/transactions/3')
  await expectCount(rows(), 2)
  await expect.element(next).toHaveAttribute('aria-disabled', 'true')
  await previous.click()
  await expectAt('/app/transactions/2')
  history.back()
  await expectAt('/app/transactions/3')
  await expectCount(rows(), 2)
})

test('a page past the end leads back, and what is no page is the first one', async () => {
  const { open } = await openApp('/app/transactions/99', { answers: withLines(12) })
  await expect.element(page.getByText('This page is empty')).toBeVisible()
  await page.getByRole('link', { name: 'Go to page 1' }).click()
  await expectAt('/app/transactions')
  await expectCount(rows(), 5)

  await open('/app/transactions/none')
  await expectAt('/app/transactions')
  await expectCount(rows(), 5)
})

test('a list that does not load says so, and loads on another try', async () => {
  let list: typeof noLines | ReturnType<typeof refusal> = refusal(400, 'bad_request', 'Not now')
  const opening = openApp('/app/transactions', { answers: { 'GET /transactions': () => list } })
  await expect.element(page.getByText('Your transactions could not be loaded')).toBeVisible()

  list = noLines
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Nothing here yet...')).toBeVisible()
  await opening // The sums above the list stay loading until there is one.
})

test('a statement is saved as CSV and as PDF, and focus returns to its button', async () => {
  const statements = { csv: 'Created At (UTC),Reference', pdf: '%PDF-1.7' }
  await openApp('/app/transactions', {
    answers: {
      'GET /transactions': noLines,
      'GET /transactions/statement': ({ query }: { query: URLSearchParams }) => {
        const format = query.get('format') === 'pdf' ? 'pdf' : 'csv'
        const name = `pier-statement-${query.get('from')}-to-${query.get('to')}.${format}`
        return fileAnswer(statements[format], 'application/octet-stream', name)
      },
    },
  })
  const saved = listenToDownloads()
  const kept = vi.spyOn(URL, 'createObjectURL')

  for (const format of ['csv', 'pdf'] as const) {
    const opener = page.getByRole('button', { name: 'Export CSV' })
    await focusOn(opener)
    await userEvent.keyboard('{Enter}')
    const period = page.getByLabelText('Period')
    await expect.element(period).toHaveFocus()
    await expectTexts(period.getByRole('option'), [
      'This month',
      'Last month',
      'This year',
      'Last 12 months',
    ])
    await period.selectOptions('Last 12 months')
    await page.getByLabelText('Format').selectOptions(format.toUpperCase())
    await userEvent.keyboard('{Tab}{Tab}')
    await expect.element(page.getByRole('button', { name: 'Download' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    const name = /^pier-statement-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.(csv|pdf)$/
    await expect.poll(() => saved.at(-1)).toMatch(name)
    expect(saved.at(-1)).toContain(format)
    const content = kept.mock.lastCall?.[0]
    expect(content instanceof Blob && (await content.text())).toBe(statements[format])
    await expectCount(period, 0)
    await expect.element(opener).toHaveFocus()
  }
  expect(saved).toHaveLength(2)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByLabelText('Period')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expectCount(page.getByLabelText('Period'), 0)
})
