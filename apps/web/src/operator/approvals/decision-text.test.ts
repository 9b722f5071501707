import { expect, test } from 'vitest'
import { decisionTitle, secondKeyOf } from './decision-text.ts'

test('a ruling says what was ruled, and until or since when', () => {
  const of = (terms: Record<string, unknown>) => decisionTitle({ words: 'Ruling', terms })

  expect(of({ outcome: 'REPAID' })).toBe('Ruling: repaid')
  expect(of({ outcome: 'CURE', dueOn: '2026-10-30' })).toBe(
    'Ruling: not repaid, more time to repay, until 30 Oct 2026',
  )
  expect(of({ outcome: 'FUNDED', valueDate: '2026-07-08' })).toBe(
    'Ruling: loan received, on 8 Jul 2026',
  )
})

test('a decision of another kind, or one that is not known, goes by its kind', () => {
  expect(decisionTitle({ words: 'Seizure', terms: {} })).toBe('Seizure')
  expect(decisionTitle({ words: 'Ruling', terms: { outcome: 'constructor' } })).toBe('Ruling')
})

const elias = { id: '00000000-0000-4000-8000-000000000002', name: 'Elias Brandt' }

test('who declined a proposal or took it back has given no second approval', () => {
  for (const state of ['proposed', 'declined', 'withdrawn', 'lapsed'] as const)
    expect(secondKeyOf({ state, decided_by: elias }), state).toBeNull()
  for (const state of ['announced', 'appealed', 'done'] as const)
    expect(secondKeyOf({ state, decided_by: elias }), state).toBe(elias)
})
