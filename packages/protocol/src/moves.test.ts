import { expect, test } from 'vitest'
import { escrowPhases } from './lifecycles/escrow.ts'
import { moveOf, type MoveFacts } from './moves.ts'
import { loanPhases } from './statuses.ts'

const facts: MoveFacts = {
  status: 'PENDING_SIGNATURE',
  phase: 'SIGNATURES',
  role: 'BORROWER',
  other: 'Teodor Nyberg',
  amountCents: 1_450_000,
  repayCents: 1_535_808,
  hasSigned: { BORROWER: false, LENDER: false },
  deadlineAt: new Date('2026-10-16T18:05:00Z'),
  dueAt: new Date('2026-10-30T23:59:59Z'),
  graceUntil: new Date('2026-11-06T23:59:59Z'),
}

test('until both have signed it is the move of whoever has not', () => {
  const whose = (role: MoveFacts['role'], BORROWER: boolean, LENDER: boolean) =>
    moveOf({ ...facts, role, hasSigned: { BORROWER, LENDER } }).whose

  expect(whose('BORROWER', false, false)).toBe('YOU')
  expect(whose('LENDER', false, false)).toBe('YOU')
  expect(whose('BORROWER', true, false)).toBe('OTHER')
  expect(whose('LENDER', true, false)).toBe('YOU')
})

test('who borrows repays by the due date, and is told of the grace that follows', () => {
  expect(moveOf({ ...facts, status: 'LOAN_POSTED', phase: 'DUE_SOON' })).toMatchObject({
    whose: 'YOU',
    title: 'Repay $15,358.08',
    by: facts.dueAt,
    otherwise: '7 days of grace',
  })
})

test('a claim is answered by the other side, and silence is no answer', () => {
  const claimed = { ...facts, status: 'LOAN_POSTED', phase: 'FUNDING_CLAIMED' } as const
  expect(moveOf(claimed)).toMatchObject({ whose: 'YOU', otherwise: 'An operator looks at it' })
  expect(moveOf({ ...claimed, role: 'LENDER' }).whose).toBe('OTHER')
})

test('every phase has words for both sides, and both never wait for each other', () => {
  for (const phase of [...escrowPhases, ...loanPhases]) {
    const [borrower, lender] = (['BORROWER', 'LENDER'] as const).map((role) =>
      moveOf({ ...facts, status: 'NEW', phase, role }),
    )
    expect(borrower?.title).toBeTruthy()
    expect(lender?.title).toBeTruthy()
    expect([borrower?.whose, lender?.whose]).not.toEqual(['OTHER', 'OTHER'])
  }
})
