import { expect, test } from 'vitest'
import type { Listing } from '../../api/listings.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { findAll, findNamed, press } from '../../testing/page.ts'
import { styleOf } from '../../testing/styles.ts'
import { appHome, publicHome, readView } from '../directory-address.ts'
import { Directory, type DirectoryState } from './directory.tsx'

const listingOf = (change: Partial<Listing>): Listing => ({
  id: crypto.randomUUID(),
  domain: 'brightkeel.com',
  unicode: 'brightkeel.com',
  domain_id: crypto.randomUUID(),
  desired_loan_amount: 14_500,
  desired_term: 120,
  desired_apy: 18,
  adjusted: 5.92,
  estimated_value: 41_000,
  ltv: 35,
  custody_ready: true,
  registered_on: '2009-03-11',
  expires_at: '2099-01-01T00:00:00.000Z',
  looks_like: null,
  ...change,
})

const first = listingOf({})
const second = listingOf({ desired_term: 90, desired_apy: 24.5, estimated_value: null })
const listings = [first, second, ...Array.from({ length: 10 }, () => listingOf({}))]
const found: DirectoryState = {
  kind: 'found',
  page: { listings, pages: 5, total: 58, all: 58, is_capped: false },
  nowMs: Date.now(),
}

async function open(state: DirectoryState, { home = publicHome, page = 1 } = {}) {
  const view = readView({ at: String(page), search: '' })
  if (!view) throw new Error('There is such a page')
  await openScreen(<Directory home={home} view={view} state={state} />)
}

test('the listings are a grid of cards', async () => {
  await open(found)
  const cards = [...document.querySelectorAll('article')]
  expect(cards).toHaveLength(12)
  const grid = cards[0]?.closest('ul')
  expect(cards.every((card) => card.closest('ul') === grid)).toBe(true)

  const [, rule = ''] = /(cards)/.exec(grid?.className ?? '') ?? []
  const style = styleOf('listings/directory/directory.module.css', `.${rule}`)
  expect(style['display']).toBe('grid')
  expect(style['grid-template-columns']).toContain('repeat(auto-fill')
})

test('a card shows the domain, its value, term, loan, APR and the figure for the term', async () => {
  await open(found)
  const [one, two] = [...document.querySelectorAll('article')].map((card) => card.textContent)

  expect(one).toContain('brightkeel.com')
  for (const fact of [
    'Est. value$41,000.00',
    'Term120 days',
    'Loan$14,500',
    'APR18.00%',
    'Adjusted5.92%',
  ])
    expect(one).toContain(fact)
  expect(two).toContain('??.??')
  for (const fact of ['Term90 days', 'APR24.50%', 'Adjusted6.04%']) expect(two).toContain(fact)
})

test('while listings load there is a skeleton of 20 cards', async () => {
  await open({ kind: 'loading' })

  expect(
    document.querySelector('[aria-busy="true"][aria-label="Listings"]')?.children,
  ).toHaveLength(20)
  expect(findAll('link').map(({ textContent }) => textContent)).not.toContain('Next')
})

test.each([publicHome, appHome])('the pager of %s has Previous, numbers and Next', async (home) => {
  await open(found, { home, page: 3 })
  const pager = document.querySelector('nav[aria-label="Pages of Listings"]')
  const links = [...(pager?.querySelectorAll('a') ?? [])]

  expect(links.map((link) => [link.textContent?.trim(), link.getAttribute('href')])).toEqual([
    ['Previous', `${home}/2`],
    ['1', home],
    ['2', `${home}/2`],
    ['3', `${home}/3`],
    ['4', `${home}/4`],
    ['5', `${home}/5`],
    ['Next', `${home}/4`],
  ])
})

test.each([publicHome, appHome])(
  'Make Offer opens the same form with Place Bid in %s',
  async (home) => {
    await open(found, { home })
    await press('button', 'Make Offer on brightkeel.com')

    expect(findNamed('button', 'Place Bid')).toBeDefined()
  },
)
