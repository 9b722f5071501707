import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { listLines } from '../../../testing/given/transactions.ts'
import { openLoanLists } from '../../../testing/screen/pages/loan-lists.ts'
import { testOnBoth } from '../../../testing/screen/browser/sizes.ts'
import { rowsOf, table } from '../../../testing/screen/browser/tables.ts'

const openDashboard = () =>
  openLoanLists('/app', { 'GET /transactions': ({ query }) => listLines(5, query) })

testOnBoth('the dashboard adds up what is yours, and says what waits for you', async () => {
  const { asked, listsAsked } = await openDashboard()

  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Welcome back, Mara')
  await expect.element(page.getByText(/Six things need you; the first by/)).toBeVisible()
  await expect.element(table('Portfolio')).toMatchTextContent('$212,400.00')
  await expect.element(table('Portfolio')).toMatchTextContent('3 without a value')
  await expect.element(table('Borrowing')).toMatchTextContent('$28,600.00')
  await expect.element(table('Lending')).toMatchTextContent('$31,200.00')
  await expect.element(page.getByRole('article')).toMatchTextContent('How we count days')
  const moves = rowsOf('Needs your move')
  await expect
    .element(moves.first())
    .toMatchTextContent('That offer expires. The other two stay open.')
  await expect
    .element(moves.filter({ hasText: 'tideglass' }))
    .toMatchTextContent('Sign the lending agreement')
  expect(asked.filter((each) => each.startsWith('GET /domains?')).join()).toContain('limit=100')
  expect(listsAsked).toContain('borrower {"page":1,"limit":100}')
  expect(listsAsked).toContain('lender {"page":1,"limit":100}')
})

testOnBoth('the dashboard greets by the first name and sums up domains and loans', async () => {
  const { asked, listsAsked } = await openDashboard()

  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Welcome back, Mara')
  for (const title of ['Portfolio', 'Borrowing', 'Lending']) {
    await expect.element(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
  }
  await expect.element(table('Portfolio')).toMatchTextContent('$212,400.00')
  await expect.element(page.getByText(/^Sum of estimated values, \d+ domains$/)).toBeVisible()
  await expect.element(page.getByRole('article').getByText('News', { exact: true })).toBeVisible()
  expect(asked.some((each) => /^GET \/domains\?.*limit=100/.test(each))).toBe(true)
  expect(listsAsked).toContain('borrower {"page":1,"limit":100}')
})
