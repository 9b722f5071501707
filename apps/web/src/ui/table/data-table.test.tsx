import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { type Column, DataTable } from './data-table.tsx'

type Loan = { id: string; amount: string }

const columns: Column<Loan>[] = [
  { key: 'id', header: 'Loan', cell: ({ id }) => id },
  { key: 'amount', header: 'Amount', align: 'right', cell: ({ amount }) => amount },
]
const loans = [
  { id: 'LN-1', amount: '$1.00' },
  { id: 'LN-2', amount: '$2.00' },
]

type Given = { rows?: Loan[]; error?: string | false; hrefOf?: (loan: Loan) => string }

const show = (given: Given) => {
  const page = document.createElement('div')
  page.innerHTML = renderToString(
    <MemoryRouter>
      <DataTable
        title="Loans"
        columns={columns}
        rows={given.rows}
        keyOf={({ id }) => id}
        hrefOf={given.hrefOf}
        pageSize={4}
        empty="Nothing here yet..."
        error={given.error}
      />
    </MemoryRouter>,
  )
  return page
}
const rowsOf = (page: Element) => page.querySelectorAll('tbody tr')

test('each row is headed by its name, and each cell names its column', () => {
  const page = show({ rows: loans })

  expect([...page.querySelectorAll('tbody th')].map((th) => th.textContent)).toEqual([
    'LN-1',
    'LN-2',
  ])
  const cell = page.querySelector('tbody td')
  const header = [...page.querySelectorAll('thead th')].at(1)
  expect(cell?.getAttribute('headers')).toBe(header?.id)
})

test('a row that leads somewhere has one real link, on its name', () => {
  const page = show({ rows: loans, hrefOf: ({ id }) => `/app/escrow/${id}` })

  const links = [...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/app/escrow/LN-1', '/app/escrow/LN-2'])
})

test('while it loads it is busy and has as many rows as the page will have', () => {
  const page = show({})

  expect(page.querySelector('table')?.getAttribute('aria-busy')).toBe('true')
  expect(rowsOf(page)).toHaveLength(4)
})

test('nothing and a failure stand in place of the table, under the same heading', () => {
  const empty = show({ rows: [] })
  const failed = show({ rows: loans, error: 'Did not load' })

  for (const page of [empty, failed]) {
    expect(page.querySelector('h2')?.textContent).toBe('Loans')
    expect(page.querySelector('table')).toBeNull()
  }
  expect(empty.textContent).toContain('Nothing here yet...')
  expect(failed.textContent).toContain('Did not load')
})

test('a table without rows and without an error shows its empty state', () => {
  const page = show({ rows: [], error: false })

  expect(page.textContent).toContain('Nothing here yet...')
  expect(page.querySelector('table')).toBeNull()
})
