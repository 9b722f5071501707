import { expect, test } from 'vitest'
import { self } from '../../../testing/answers.ts'
import { stepsOver } from '../../../testing/given/first-steps.ts'
import { openScreen } from '../../../testing/open-screen.tsx'
import { getNamed, namesOf } from '../../../testing/page.ts'
import DashboardScreen from './dashboard-screen.tsx'

const counts = { all: 2, listed: 0, in_escrow: 0, in_custody: 0, not_verified: 0 }
const answers = {
  'GET /users/self': self,
  'GET /users/first-steps': stepsOver,
  'GET /domains': {
    domains: [],
    pages: 1,
    counts,
    estimated_total: 74_000.5,
    without_value: 1,
  },
  'POST /escrow/borrower': { escrows: [], pages: 0, outstanding: 28_600, moves: 0 },
  'POST /escrow/lender': { escrows: [], pages: 0, outstanding: 31_200, moves: 0 },
  'GET /offers/my-offers': { offers: [], pages: 0 },
  'GET /offers/sent-offers': { offers: [], pages: 0 },
}
const cardOf = (title: string) => getNamed('heading', title).closest('section')?.textContent

test('the dashboard greets by the first name and has an article and three cards', async () => {
  await openScreen(<DashboardScreen />, { path: '/app', answers })

  expect(document.querySelector('h1')?.textContent).toBe('Welcome back, Mara')
  expect(document.querySelector('article')?.textContent).toMatch(/^GuideHow a loan runs/)
  expect(document.querySelector('article a')?.getAttribute('href')).toBe('/borrowers')
  expect(namesOf('heading')).toEqual(expect.arrayContaining(['Portfolio', 'Borrowing', 'Lending']))
  expect(cardOf('Portfolio')).toContain('$74,000.50')
  expect(cardOf('Portfolio')).toContain('Sum of estimated values, 2 domains')
})

test('the dashboard asks for up to a hundred domains and a hundred loans of each side', async () => {
  const { sent } = await openScreen(<DashboardScreen />, { path: '/app', answers })

  const domains = sent.filter(({ name }) => name === 'GET /domains')
  expect(domains.map(({ query }) => [query['page'], query['limit']])).toEqual([['1', '100']])
  for (const side of ['borrower', 'lender']) {
    const loans = sent.find(({ name }) => name === `POST /escrow/${side}`)
    expect(loans?.body).toEqual({ page: 1, limit: 100 })
  }
})
