import { expect, test } from 'vitest'
import { changesOf } from './setting-changes.ts'

const germany = {
  country: 'Germany',
  also: [],
  allowed: true,
  rate_cap_bps: 1800,
  seizure_allowed: true,
}
const limits = {
  loan_min: 50,
  loan_max: 20_000,
  pending_offers_max: 20,
  withdrawal_approval: 500,
  top_up_max: 10_000,
  nameserver_changes_per_day: 10,
}

test('only what is another stands in the list of changes, with its unit', () => {
  expect(changesOf('limits', limits, { ...limits, top_up_max: 1000 })).toEqual([
    { what: 'Maximum top-up', before: '$10,000', after: '$1,000' },
  ])
  expect(changesOf('limits', limits, { ...limits })).toEqual([])
})

test('a country is changed, added or removed', () => {
  const changed = { ...germany, rate_cap_bps: null, seizure_allowed: false }
  const france = { ...germany, country: 'France', also: ['FR'] }

  expect(changesOf('countries', [germany], [changed, france])).toEqual([
    {
      what: 'Germany',
      before: 'allowed, rates up to 18.00%, seizure allowed',
      after: 'allowed, no rate cap, no seizure',
    },
    {
      what: 'France',
      before: null,
      after: 'allowed, rates up to 18.00%, seizure allowed, also FR',
    },
  ])
  expect(changesOf('countries', [germany], [])).toMatchObject([{ what: 'Germany', after: null }])
})

test('an announcement that is taken down is gone with its date', () => {
  const shown = { text: 'The registry rests.', until: '2026-11-20T07:00:00Z' }

  expect(changesOf('announcement', shown, { text: '', until: null })).toEqual([
    { what: 'Text', before: 'The registry rests.', after: null },
    { what: 'Shown', before: 'until 20 Nov 2026, 07:00 UTC', after: null },
  ])
})
