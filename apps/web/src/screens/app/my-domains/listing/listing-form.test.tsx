import { expect, test } from 'vitest'
import type { DomainDetails } from '../../../../api/domains.ts'
import { type Answers, openScreen, refuse } from '../../../../testing/open-screen.tsx'
import { findAll, getNamed, press, type } from '../../../../testing/page.ts'
import { ListingForm } from './listing-form.tsx'

const domain = {
  id: 'd1',
  domain: 'brightkeel.com',
  status: 'CUSTODY_PAID',
  estimated_value: 41_000,
} as DomainDetails // All that the form reads.
const frame = { close: () => {}, turnTo: () => {}, onConfirming: () => {} }

const open = async (answers: Answers = {}) => {
  const { sent } = await openScreen(<ListingForm domain={domain} frame={frame} />, {
    answers: { 'POST /listings': { id: 'l1', warnings: [] }, ...answers },
  })
  return () => sent.filter(({ name }) => name === 'POST /listings').map(({ body }) => body)
}

test('Create Listing asks for amount, term in days and APR in numeric inputs', async () => {
  await open()

  expect(getNamed('field', 'Desired loan amount').getAttribute('inputmode')).toBe('decimal')
  expect(getNamed('field', 'Term in days').getAttribute('inputmode')).toBe('numeric')
  expect(getNamed('field', 'APR').getAttribute('inputmode')).toBe('decimal')
})

test('a listing sends its domain and its three terms, and says Listing created', async () => {
  const bodies = await open()
  await type('Desired loan amount', '14,500')
  await type('Term in days', '120')
  await type('APR', '18.25')
  await press('button', 'Create Listing')

  expect(bodies()).toMatchObject([
    { domain_id: 'd1', desired_loan_amount: 14_500, desired_term: 120, desired_apy: 18.25 },
  ])
  expect(findAll('status').map(({ textContent }) => textContent)).toContain('Listing created')
})

test('the form checks nothing: what is empty or too much is sent, and the server says so', async () => {
  const bodies = await open({
    'POST /listings': refuse(422, 'Words of the server', { field: 'desired_term' }),
  })
  await type('Desired loan amount', 'many')
  await type('Term in days', '99999')
  await press('button', 'Create Listing')

  expect(bodies()).toMatchObject([
    { desired_loan_amount: 'many', desired_term: '99999', desired_apy: '' },
  ])
  expect(getNamed('field', 'Term in days').getAttribute('aria-invalid')).toBe('true')
})
