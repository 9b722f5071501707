import { expect, test } from 'vitest'
import { describeReconciliation } from './reconciliation-text.ts'

const now = new Date('2026-10-14T14:10:00Z')

test('equal balances are reconciled, with the time of the comparison', () => {
  expect(describeReconciliation({ at: '2026-10-14T05:00:12Z', difference: 0 }, now)).toEqual({
    title: 'Reconciled',
    line: 'today, 05:00 UTC, difference $0.00',
  })
  expect(describeReconciliation({ at: '2026-10-13T05:00:12Z', difference: 0 }, now).line).toBe(
    '13 Oct 2026, 05:00 UTC, difference $0.00',
  )
})

test('a difference is said, and never called reconciled', () => {
  expect(describeReconciliation({ at: '2026-10-14T05:00:00Z', difference: -0.05 }, now)).toEqual({
    title: 'Not reconciled',
    line: 'today, 05:00 UTC. Difference \u2212$0.05, we are investigating it',
  })
})

test('before the first comparison nothing is claimed', () => {
  expect(describeReconciliation(null, now)).toEqual({ title: 'Not reconciled yet', line: null })
})
