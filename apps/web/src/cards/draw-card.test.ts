// @vitest-environment node
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type Card, cardSvg, drawCard } from './draw-card.server.ts'

const card: Card = {
  title: { domain: '7knots.com', unicode: '7knots.com' },
  figures: [
    ['Loan', '$21,000'],
    ['Term', '300 days'],
    ['APR', '12.75%'],
    ['Adjusted', '10.48%'],
  ],
}

test('a link gets a picture of the size that previews take', async () => {
  const { format, width, height } = await sharp(await drawCard(card)).metadata()

  expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 })
})

test('one content is drawn once, another anew', async () => {
  const first = drawCard(card)

  expect(drawCard({ ...card })).toBe(first)
  expect(drawCard({ ...card, figures: [] })).not.toBe(first)
})

test.each([
  ['a'.repeat(63) + '.com', 'a'.repeat(63) + '.com'],
  ['xn--bcherkai-65a.de', 'bücherkai.de'],
  ['xn--80ak6aa92e.com', 'аррӏе.com'],
  ['xn--fiqs8s', '中国'],
])('%s can be drawn, whatever its letters', (domain, unicode) => {
  const svg = cardSvg({ ...card, title: { domain, unicode } })

  expect(svg).toMatch(/^<svg .*<\/svg>$/)
  expect(svg).not.toContain('NaN')
})

test('a title goes over as many lines as it needs, three at most', () => {
  const linesOf = (text: string) =>
    cardSvg({ title: { text } }).match(/<g transform="translate\(80 /g)?.length

  expect(linesOf('Help')).toBe(1)
  expect(linesOf('What happens when a loan is late, and who decides it')).toBe(3)
  expect(linesOf('supercalifragilistic '.repeat(40).trim())).toBe(3)
})
