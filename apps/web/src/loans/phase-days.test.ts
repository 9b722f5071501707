import { phaseOfLoan } from '@pier/protocol/labels'
import { expect, test } from 'vitest'
import { daysOfPhase } from './phase-days.ts'

const now = '2026-10-14T12:00:00.000Z'
const row = {
  status: 'LOAN_POSTED',
  due_at: '2026-10-10T23:59:59.000Z',
  deadline_at: '2026-10-17T23:59:59.000Z',
} as const

const textOf = (loan: Parameters<typeof daysOfPhase>[0]) =>
  phaseOfLoan(row.status, loan.phase, daysOfPhase(loan, now))

test('what is near or late counts its days', () => {
  const due_at = '2026-10-16T23:59:59.000Z'

  expect(textOf({ ...row, due_at, phase: 'DUE_SOON' })).toBe('Due in 3 days')
  expect(textOf({ ...row, phase: 'IN_GRACE' })).toBe('In grace, 3 days left')
  expect(textOf({ ...row, phase: 'OVERDUE' })).toBe('Late by 3 days')
  expect(textOf({ ...row, phase: 'DEFAULT_NOTICED' })).toBe('Notice sent, 3 days to answer')
})

test('a loan that runs says so, and without a date nothing is counted', () => {
  expect(textOf({ ...row, phase: 'ACTIVE' })).toBe('Running')
  expect(textOf({ ...row, due_at: null, phase: 'OVERDUE' })).toBe('Late')
})
