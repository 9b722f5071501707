// @vitest-environment node
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { ListingDetails } from '../../api/listings.ts'
import { cardSvg, drawCard } from './draw-card.server.ts'

// Only the fields that are drawn.
const listing = {
  id: 'a',
  version: 1,
  domain: '7knots.com',
  unicode: '7knots.com',
  estimated_value: null,
  desired_loan_amount: 21_000,
  desired_term: 300,
  desired_apy: 12.75,
} as ListingDetails

test('a link to a listing gets a picture of the size that previews take', async () => {
  const { format, width, height } = await sharp(await drawCard(listing)).metadata()

  expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 })
})

test('one version is drawn once, the next anew', async () => {
  const first = drawCard(listing)

  expect(drawCard(listing)).toBe(first)
  expect(drawCard({ ...listing, version: 2 })).not.toBe(first)
})

test.each([
  ['a'.repeat(63) + '.com', 'a'.repeat(63) + '.com'],
  ['xn--bcherkai-65a.de', 'bücherkai.de'],
  ['xn--80ak6aa92e.com', 'аррӏе.com'],
  ['xn--fiqs8s', '中国'],
])('%s can be drawn, whatever its letters', (domain, unicode) => {
  const svg = cardSvg({ ...listing, domain, unicode })

  expect(svg).toMatch(/^<svg .*<\/svg>$/)
  expect(svg).not.toContain('NaN')
})
