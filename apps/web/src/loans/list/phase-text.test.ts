import { expect, test } from 'vitest'
import { phaseText } from './phase-text.ts'

const now = '2026-10-14T12:00:00.000Z'
const row = {
  status: 'LOAN_POSTED',
  term: 120,
  due_at: '2026-10-10T23:59:59.000Z',
  deadline_at: '2026-10-17T23:59:59.000Z',
} as const

test('a loan that runs as agreed says nothing more, and neither does one that is not paid', () => {
  expect(phaseText({ ...row, phase: 'ACTIVE' }, now)).toBeNull()
  expect(phaseText({ ...row, status: 'NEW', phase: 'CODE_NEEDED' }, now)).toBeNull()
  expect(phaseText({ ...row, status: 'ESCALATED', phase: 'DISPUTED' }, now)).toBeNull()
})

test('what is near or late counts its days', () => {
  const due_at = '2026-10-16T23:59:59.000Z'

  expect(phaseText({ ...row, due_at, phase: 'DUE_SOON' }, now)).toBe('Due in 3 days')
  expect(phaseText({ ...row, phase: 'IN_GRACE' }, now)).toBe('In grace, 3 d left')
  expect(phaseText({ ...row, phase: 'OVERDUE' }, now)).toBe('Overdue 3 d')
  expect(phaseText({ ...row, phase: 'DEFAULT_NOTICED' }, now)).toBe('Notice, 3 d to answer')
})
