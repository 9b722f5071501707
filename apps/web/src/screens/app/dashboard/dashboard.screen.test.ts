import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { loanLists } from '../../../testing/given/loan-rows.ts'
import { listLines } from '../../../testing/given/transactions.ts'
import { expectNoFaultsDayAndNight } from '../../../testing/screen/browser/accessibility.ts'
import { testOnBoth, testOnPhone } from '../../../testing/screen/browser/sizes.ts'
import { ownDomains } from '../../../testing/screen/pages/domains-page.ts'
import { openAny } from '../../../testing/screen/pages/every-screen.ts'
import { openLoanLists } from '../../../testing/screen/pages/loan-lists.ts'
import { rowsOf, table } from '../../../testing/screen/browser/tables.ts'

const lines = {
  'GET /transactions': ({ query }: { query: URLSearchParams }) => listLines(5, query),
}
const openDashboard = () => openLoanLists('/app', lines)
const heading = () => page.getByRole('heading', { level: 1 })
const moves = () => table('Needs your move')

testOnBoth('the dashboard adds up what is yours, and says what waits for you', async () => {
  const { asked, listsAsked } = await openDashboard()

  await expect.element(page.getByText('Welcome back, Mara', { exact: true })).toBeVisible()
  await expect.element(table('Portfolio')).toMatchTextContent('$212,400.00')
  await expect.element(table('Portfolio')).toMatchTextContent('3 without a value')
  await expect.element(table('Borrowing')).toMatchTextContent('$28,600.00')
  await expect.element(table('Lending')).toMatchTextContent('$31,200.00')
  await expect.element(page.getByRole('article')).toMatchTextContent('How a loan runs')
  await expect.element(moves()).toMatchTextContent('That offer expires. The other two stay open.')
  await expect.element(moves()).toMatchTextContent('Sign the lending agreement')
  expect(asked.filter((each) => each.startsWith('GET /domains?')).join()).toContain('limit=100')
  expect(listsAsked).toContain('borrower {"page":1,"limit":100}')
  expect(listsAsked).toContain('lender {"page":1,"limit":100}')
})

testOnBoth('the dashboard greets by the first name and sums up domains and loans', async () => {
  const { asked, listsAsked } = await openDashboard()

  await expect.element(page.getByText('Welcome back, Mara', { exact: true })).toBeVisible()
  for (const title of ['Portfolio', 'Borrowing', 'Lending']) {
    await expect.element(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
  }
  await expect.element(table('Portfolio')).toMatchTextContent('$212,400.00')
  await expect
    .element(page.getByText(/^Sum of (estimated values, \d+ domains|\d+ values)/))
    .toBeVisible()
  await expect.element(page.getByRole('article').getByText('Guide', { exact: true })).toBeVisible()
  await expect
    .element(page.getByRole('article').getByRole('link', { name: 'Read the guide' }))
    .toHaveAttribute('href', '/borrowers')
  expect(asked.some((each) => /^GET \/domains\?.*limit=100/.test(each))).toBe(true)
  expect(listsAsked).toContain('borrower {"page":1,"limit":100}')
})

test('on a desk the figures come first, then the moves, soonest first', async () => {
  await openDashboard()

  await expect.element(heading()).toHaveTextContent('Welcome back, Mara')
  await expect.element(page.getByText(/Six things need you; the first by/)).toBeVisible()
  expect(topOf('Portfolio')).toBeLessThan(topOf('Needs your move'))
  await expect.element(rowsOf('Needs your move').first()).toMatchTextContent('Compare')
})

testOnPhone('on a phone the moves come first, and only the soonest has a button', async () => {
  await openAny('/app', { ...ownDomains, ...loanLists, ...lines })

  await expect.element(heading()).toHaveTextContent('Six things need you')
  await expect
    .element(page.getByText(/The first by \w{3} \d+ \w{3}, \d\d:\d\d UTC\./))
    .toBeVisible()
  const order = [
    'Needs your move',
    'Next 45 days',
    'Portfolio',
    'Borrowing',
    'Lending',
    'Site balance',
  ]
  expect(order.map(topOf)).toEqual(order.map(topOf).toSorted((one, other) => one - other))
  await expect.element(moves().getByText('Your move', { exact: true })).toBeVisible()
  await expect.element(moves().getByRole('link', { name: /^Compare, / })).toBeVisible()
  expect(moves().getByCSS('a[class*="Button"]').elements()).toHaveLength(1)

  const others = moves().getByRole('button', { name: 'Show' })
  await others.click()
  await expect.element(moves().getByRole('button', { name: 'Hide' })).toBeVisible()
  await expectNoFaultsDayAndNight('the dashboard on a phone')

  await moves()
    .getByRole('link', { name: /tideglass/ })
    .click()
  await expect.poll(() => location.pathname).toMatch(/^\/app\/escrow\//)
})

const topOf = (name: string) => {
  const place = document.querySelector(`section[aria-label="${name}"]`)
  const titled = [...document.querySelectorAll('section')].find(
    (section) => section.querySelector('h2')?.textContent === name,
  )
  return (place ?? titled)?.getBoundingClientRect().top ?? Number.NaN
}
