import { expect, test } from 'vitest'
import type { ListingDetails } from '../../api/listings.ts'
import { historyFacts, recordFacts, registrationFacts } from './passport-facts.ts'

const nowMs = Date.parse('2026-10-14T12:00:00.000Z')

const passport: ListingDetails['passport'] = {
  fetched_at: '2026-10-14T06:12:00.000Z',
  is_fresh: true,
  is_held: true,
  is_locked: true,
  source: 'RDAP',
  registered_at: '2002-03-11T00:00:00.000Z',
  expires_at: '2029-03-11T00:00:00.000Z',
  transferred_at: null,
  registrar: 'Pier Registrar',
  locks: ['Its registrar does not let it be transferred'],
  nameservers: ['ns1.fairwater-dns.example'],
  nameservers_changed_at: '2026-09-26T12:00:00.000Z',
  is_signed: false,
  in_custody_since: '2026-02-03T00:00:00.000Z',
  renewal_price: 11.06,
  warnings: [],
}

const unknown: ListingDetails['passport'] = {
  fetched_at: null,
  is_fresh: false,
  is_held: false,
  is_locked: null,
  source: null,
  registered_at: null,
  expires_at: null,
  transferred_at: null,
  registrar: null,
  locks: [],
  nameservers: [],
  nameservers_changed_at: null,
  is_signed: null,
  in_custody_since: null,
  renewal_price: null,
  warnings: [],
}

const listing: ListingDetails = {
  id: 'a',
  domain: '7knots.com',
  domain_id: 'b',
  estimated_value: 75_000,
  desired_term: 300,
  desired_loan_amount: 21_000,
  desired_apy: 12.75,
  unicode: '7knots.com',
  looks_like: null,
  adjusted: 10.48,
  ltv: 28,
  custody_ready: true,
  registered_on: '2002-03-11',
  expires_at: '2026-10-30T12:00:00.000Z',
  created_at: '2026-09-30T12:00:00.000Z',
  is_open: true,
  is_own: false,
  version: 1,
  owner: {
    handle: 'heron-41',
    loans_repaid: 6,
    loans_ended: 6,
    on_time: 5,
    disputes_lost: 0,
    lapses: 0,
    since: '2023-04-01',
  },
  passport,
  value: null,
  pending_offers: 0,
}

test('the registration is told with who says so and what follows', () => {
  const facts = registrationFacts(listing, nowMs)

  expect(facts.map(({ label, value, mark }) => [label, value, mark])).toEqual([
    ['Registered', '11 Mar 2002', 'good'],
    ['Expires', '11 Mar 2029', 'good'],
    ['Renewal', '$11.06 a year', null],
    ['Registrar', 'Pier Registrar', 'good'],
    ['Transfer lock', 'On', 'good'],
    ['Covers the loan', 'Yes, to 11 Mar 2029', 'good'],
  ])
  expect(facts[0]?.note).toBe('24 years. RDAP')
  expect(facts[5]?.note).toBe('Must run to 5 Nov 2027 for this term')
})

test('what was looked at longer than a day ago is never green', () => {
  const old = { ...listing, passport: { ...passport, is_fresh: false, is_signed: true } }
  const facts = [...registrationFacts(old, nowMs), ...historyFacts(old, nowMs)]

  expect(facts.map(({ label, mark }) => [label, mark])).toEqual([
    ['Registered', null],
    ['Expires', null],
    ['Renewal', null],
    ['Registrar', 'wait'],
    ['Transfer lock', 'wait'],
    ['Covers the loan', null],
    ['Nameservers', 'wait'],
    ['DNSSEC', null],
  ])
})

test('in custody, a name that the registry does not show with us is marked', () => {
  const away = { ...passport, is_held: false, is_locked: false, locks: [], registrar: 'other-one' }
  const facts = registrationFacts({ ...listing, passport: away }, nowMs)

  expect(facts.find(({ label }) => label === 'Registrar')).toMatchObject({
    value: 'other-one',
    note: 'The registry does not show us as registrar',
    mark: 'wait',
  })
  expect(facts.find(({ label }) => label === 'Transfer lock')?.mark).toBe('wait')
})

test('a name that runs out too early is said to need a renewal', () => {
  const soon = { ...listing, passport: { ...passport, expires_at: '2027-11-01T00:00:00.000Z' } }

  expect(registrationFacts(soon, nowMs).at(-1)).toMatchObject({
    value: 'Renewal needed',
    mark: 'wait',
  })
})

test('nameservers that changed lately are marked', () => {
  expect(historyFacts(listing, nowMs)[0]).toMatchObject({
    value: 'Changed 18 days ago',
    mark: 'wait',
  })
  const calm = { ...passport, nameservers_changed_at: '2025-09-26T12:00:00.000Z' }
  expect(historyFacts({ ...listing, passport: calm }, nowMs)[0]?.mark).toBe('good')
})

test('what nobody has told us is left out', () => {
  const bare = { ...listing, passport: unknown }

  expect(registrationFacts(bare, nowMs)).toEqual([])
  expect(historyFacts(bare, nowMs)).toEqual([])
})

test('the record of the owner is counted, and empty before the first loan', () => {
  expect(recordFacts(listing).map(({ value }) => value)).toEqual(['6 of 6', '5 of 6', 'None'])
  const owner = { ...listing.owner, loans_repaid: 0, loans_ended: 0, on_time: 0 }
  expect(recordFacts({ ...listing, owner })).toMatchObject([{ value: 'None yet' }])
})

test('loans that the owner let lapse are counted, also before the first loan', () => {
  const owner = { ...listing.owner, lapses: 2 }
  expect(recordFacts({ ...listing, owner }).at(-1)).toMatchObject({ value: '2', mark: 'wait' })
  const fresh = { ...owner, loans_repaid: 0, loans_ended: 0, on_time: 0 }
  expect(recordFacts({ ...listing, owner: fresh })).toMatchObject([
    { value: 'None yet' },
    { label: 'Deadlines missed', value: '2' },
  ])
})
