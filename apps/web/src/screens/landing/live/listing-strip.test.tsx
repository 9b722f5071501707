import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { directory } from '../../../testing/given/listings.ts'
import { ListingStrip } from './listing-strip.tsx'

const [first] = directory.listings
const render = (count: number, change: object = {}) => {
  const listings = directory.listings
    .concat(directory.listings)
    .slice(0, count)
    .map((listing, at) => ({ ...listing, ...change, id: String(at) }))
  return renderToString(
    <MemoryRouter>
      <ListingStrip
        listings={listings}
        total={1214}
        is_capped={false}
        at="2026-10-14T14:06:09.000Z"
      />
    </MemoryRouter>,
  )
}

test('a bay of the pier shows what a newest listing asks for, and leads to it', () => {
  const asked = { desired_loan_amount: 14_500, desired_term: 120, desired_apy: 18, ltv: 35 }
  const html = render(1, asked)

  for (const text of [first?.unicode.split('.')[0], '$14,500', '120 days', '18.00%', '35%'])
    expect(html).toContain(text)
  expect(html).toContain('href="/domains/listing/0"')
})

test('a name without a value says so', () => {
  expect(render(1, { ltv: null })).toContain('loan to value <!-- -->unknown')
})

test('the pier has room for four listings, and says when it was read and how many there are', () => {
  const html = render(6)

  expect(html.match(/<li>/g)).toHaveLength(4)
  expect(html.replaceAll('<!-- -->', '')).toContain('14 Oct 2026, 14:06 UTC')
  expect(html.replaceAll('<!-- -->', '')).toContain('All 1,214 listings')
})
