import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { ListingStrip } from './listing-strip.tsx'

const listing = { domain: 'brightkeel.com', amountCents: 1_450_000, termDays: 120, rateBps: 1800 }
const render = (count: number) => {
  const listings = Array.from({ length: count }, (_, index) => ({ ...listing, id: String(index) }))
  return renderToString(
    <MemoryRouter>
      <ListingStrip listings={listings} />
    </MemoryRouter>,
  )
}

test('a listing on the strip shows its loan, term, APR and the rate adjusted to the term', () => {
  const html = render(1)

  for (const text of ['$14,500', '120 days', '18.00%', '5.92%']) expect(html).toContain(text)
  expect(html).toContain('href="/domains?domain=brightkeel.com"')
})

test('the pier has room for four listings', () => {
  expect(render(6).match(/<li>/g)).toHaveLength(4)
})
