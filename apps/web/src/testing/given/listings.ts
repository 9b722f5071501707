import type { CallOutput } from '@pier/protocol/calls/calls'

type Directory = CallOutput<'GET /listings'>

const names = [
  'brightkeel.com',
  'copperkettle.com',
  ...Array.from({ length: 10 }, (_, index) => `harbour-${index}.com`),
]

/** Without a value, and on other terms. */
const copperkettle = {
  desired_loan_amount: 5200,
  desired_term: 90,
  desired_apy: 24,
  estimated_value: null,
  ltv: null,
}

const listings = names.map((domain, index): Directory['listings'][number] => ({
  id: crypto.randomUUID(),
  domain,
  unicode: domain,
  domain_id: crypto.randomUUID(),
  desired_loan_amount: 14_500,
  desired_term: 120,
  desired_apy: 18,
  adjusted: 5.92,
  estimated_value: 41_000,
  ltv: 35,
  custody_ready: index === 0,
  registered_on: '2009-03-11',
  expires_at: '2099-01-01T00:00:00.000Z',
  looks_like: null,
  ...(index === 1 && copperkettle),
}))

/** Five pages, all alike. */
export const directory: Directory = { listings, pages: 5, total: 58, is_capped: false }
