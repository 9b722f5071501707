import { expect, test } from 'vitest'
import { writeLetter } from './letters.ts'

const at = new Date('2026-10-15T16:20:00Z')
const loan = {
  code: 'LN-5K2W',
  amountCents: '460000',
  rateBps: 2_000,
  unicodeName: 'gullwatch.com',
  borrowerName: 'Mara',
  lenderName: 'Kaja',
  custodyAt: at,
  endedAt: at,
}

test.each([
  ['finalize', 'repaid', 'Confirmed by the lender', /^The lender has confirmed/],
  ['rule', 'repaid', 'Ruled', /^Two operators have ruled/],
  ['settle', 'repaid', 'Settled', /^Both sides have agreed/],
  ['refinance', 'refinanced', 'Paid out', /^The loan named above was paid out by another lender/],
])('a letter after %s says by whose word the loan is repaid', (...row) => {
  const [endedBy, endReason, label, says] = row

  const { facts, paragraphs } = writeLetter('letter', { ...loan, endedBy, endReason })

  expect(facts.at(-1)).toEqual({ label, value: '15 Oct 2026, 16:20 UTC' })
  expect(paragraphs[0]).toMatch(says)
})
