import { expect, test } from 'vitest'
import { type Answers, openScreen, refuse } from '../../testing/open-screen.tsx'
import { findAll, getNamed, press, type } from '../../testing/page.ts'
import { OfferPanel } from './offer-panel.tsx'

const asked = {
  listingId: '00000000-0000-4000-8000-000000000001',
  domainId: '00000000-0000-4000-8000-000000000002',
  valueCents: 4_100_000,
  amountCents: 1_450_000,
  termDays: 120,
  rateBps: 1_800,
}
const open = async (answers: Answers = {}) => {
  const { sent } = await openScreen(<OfferPanel asked={asked} />, {
    answers: { 'POST /offers': { id: 'o', escrow_id: null }, ...answers },
  })
  await press('button', 'Adjust terms')
  return () => sent.filter(({ name }) => name === 'POST /offers').map(({ body }) => body)
}

test('the rate of an offer is hinted as 0 to 100', async () => {
  await open()
  const rate = getNamed('field', 'Rate')

  const hints = (rate.getAttribute('aria-describedby') ?? '').split(' ')
  expect(hints.map((id) => document.getElementById(id)?.textContent)).toContain('0 to 100')
  expect([rate.getAttribute('min'), rate.getAttribute('max')]).toEqual([null, null])
})

test.each([
  ['250', 250],
  ['-1', '-1'],
  ['', ''],
])('a rate of "%s" is sent all the same, for the server to say', async (typed, sent) => {
  const bodies = await open({
    'POST /offers': refuse(422, 'Words of the server', { field: 'apy' }),
  })
  await type('Rate', typed)
  await press('button', 'Place Bid')

  expect(bodies()).toMatchObject([{ apy: sent }])
  expect(getNamed('field', 'Rate').getAttribute('aria-invalid')).toBe('true')
  expect(document.querySelector('form')?.textContent).toContain('Words of the server')
})

test('an offer sends its terms, and with them the message that was typed', async () => {
  const bodies = await open()
  await type('Loan amount', '12,500.50')
  await type('Term', '90')
  await type('Rate', '17.25')
  await type('Message (optional)', 'I can pay within a day.')
  await press('button', 'Place Bid')

  expect(bodies()).toMatchObject([
    {
      domain_id: asked.domainId,
      loan_amount: 12_500.5,
      term: 90,
      apy: 17.25,
      message: 'I can pay within a day.',
    },
  ])
  expect(findAll('status').map(({ textContent }) => textContent)).toEqual(['Offer sent'])
})

test('an offer needs no message', async () => {
  const bodies = await open()
  await press('button', 'Place Bid')

  expect(bodies()).toMatchObject([{ loan_amount: 14_500, term: 120, apy: 18, message: null }])
})
