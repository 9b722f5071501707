import { expect, test } from 'vitest'
import { openScreen } from '../../../testing/open-screen.tsx'
import { findAll } from '../../../testing/page.ts'
import { coloursOf, hueOf, styleOf } from '../../../testing/styles.ts'
import TransactionsScreen from './transactions-screen.tsx'

const lineOf = (change: object) => ({
  id: crypto.randomUUID(),
  type: 'Top-up',
  amount: 50,
  method: 'Card',
  status: 'DONE',
  created_at: '2026-10-14T12:00:00.000Z',
  domain: null,
  reference: 'TX-1',
  note: null,
  can_cancel: false,
  ...change,
})

async function open({ at = '/app/transactions', pages = 1, lines = [lineOf({})] } = {}) {
  return openScreen(<TransactionsScreen />, {
    path: '/app/transactions/:page?',
    at,
    answers: {
      'GET /transactions': {
        transactions: lines,
        pages,
        available: 50,
        held: 0,
        reconciliation: null,
        withdrawable: 0,
      },
    },
  })
}
const pager = () => document.querySelector('nav[aria-label="Pages of Transactions"]')
const stepOf = (name: string) =>
  [...(pager()?.querySelectorAll('a, button') ?? [])].find(
    (step) => step.textContent?.trim() === name,
  )
const cells = (selector: string) =>
  [...document.querySelectorAll(selector)].map((cell) => cell.textContent?.trim())

test('the table has its five columns, and amounts with their sign', async () => {
  const { sent } = await open({ lines: [lineOf({}), lineOf({ amount: -12.18 })] })

  expect(cells('thead th')).toEqual(['Type', 'Amount', 'Payment Method', 'Status', 'Created At'])
  expect(cells('tbody tr td:nth-child(2)')).toEqual(['+$50.00', '\u2212$12.18'])
  const day = new Date('2026-10-14T12:00:00.000Z').getDate()
  expect(cells('tbody tr td:last-child')[0]).toContain(String(day))
  expect(sent[0]?.query).toEqual({ limit: '5', page: '1' })
})

test('an empty list says Nothing here yet...', async () => {
  await open({ lines: [], pages: 0 })

  expect(document.body.textContent).toContain('Nothing here yet...')
})

test.each([
  ['PENDING', 'Pending', 'orange', 'wait'],
  ['DONE', 'Complete', 'green', 'good'],
])('the status %s shows %s with an icon that is %s', async (status, label, hue, tone) => {
  await open({ lines: [lineOf({ status })] })

  const cell = document.querySelector('tbody tr td:nth-child(4)')
  expect(cell?.textContent).toBe(label)
  expect(cell?.querySelector('svg')).not.toBeNull()
  expect(cell?.querySelector(`[data-tone="${tone}"]`)).not.toBeNull()
  const { color } = styleOf('ui/display/tag.module.css', `.plain[data-tone='${tone}'] svg`)
  expect(coloursOf(color).map(hueOf)).toEqual([hue, hue])
})

test.each(['FAILED', 'REVERSED', 'HELD'])('the status %s shows nothing', async (status) => {
  await open({ lines: [lineOf({ status })] })

  expect(document.querySelector('tbody tr td:nth-child(4)')?.textContent).toBe('')
})

test('there is a pager only where there is more than one page', async () => {
  await open({ pages: 1 })
  expect(pager()).toBeNull()

  await open({ pages: 2 })
  expect(pager()).not.toBeNull()
})

test('the pager has Previous, numbers and Next, and ends at both ends', async () => {
  await open({ at: '/app/transactions/2', pages: 3 })
  expect([...findAll('link')].filter((link) => pager()?.contains(link)).map(hrefOf)).toEqual([
    '/app/transactions/1',
    '/app/transactions/1',
    '/app/transactions/2',
    '/app/transactions/3',
    '/app/transactions/3',
  ])
  expect(cells('nav[aria-label="Pages of Transactions"] ol li')).toEqual(['1', '2', '3'])

  await open({ at: '/app/transactions/1', pages: 3 })
  expect(stepOf('Previous')?.getAttribute('aria-disabled')).toBe('true')
  expect(stepOf('Next')?.getAttribute('href')).toBe('/app/transactions/2')

  await open({ at: '/app/transactions/3', pages: 3 })
  expect(stepOf('Next')?.getAttribute('aria-disabled')).toBe('true')
  expect(stepOf('Previous')?.getAttribute('href')).toBe('/app/transactions/2')
})

const hrefOf = (link: Element) => link.getAttribute('href')
