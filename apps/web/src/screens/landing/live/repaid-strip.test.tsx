import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { RepaidStrip, sayWhen } from './repaid-strip.tsx'

const loan = {
  ending: '.com',
  letters: 7,
  amountCents: 3_100_000,
  termDays: 240,
  repaidOn: '2026-10-09',
  daysAfterDue: -4,
}
type Repaid = Parameters<typeof RepaidStrip>[0]['repaid']
const render = (change: Partial<Repaid> = {}) =>
  renderToString(
    <MemoryRouter>
      <RepaidStrip
        repaid={{ ended: 181, repaid: 173, since: '2025-01-01', loans: [loan], ...change }}
      />
    </MemoryRouter>,
  ).replaceAll('<!-- -->', '')

test('a loan that was repaid is told without its name, and its sum is rounded', () => {
  const html = render()

  expect(html).toContain('A 7-letter .com')
  expect(html).toContain('About $31,000 for 240 days')
  expect(html).toContain('9 Oct 2026, 4 days early')
  expect(html).toContain('173 of 181 ended loans were repaid, since Jan 2025.')
})

test.each([{ ended: null }, { repaid: null }, { repaid: '<5' as const }])(
  'where a count is hidden no total is told: %j',
  (hidden) => {
    expect(render(hidden)).not.toContain('ended loans')
  },
)

test.each([
  [0, 'on the due date'],
  [-1, '1 day early'],
  [3, '3 days after the due date'],
])('%i days after the due date is "%s"', (days, text) => {
  expect(sayWhen(days)).toBe(text)
})
