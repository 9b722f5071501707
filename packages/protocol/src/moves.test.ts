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
    otherwise: '7 days of grace, to 6 November',
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

test('once all is paid in parts, the lender has nothing to do but to finalize', () => {
  const paid = { ...facts, status: 'LOAN_POSTED', phase: 'OVERDUE', repayCents: 0 } as const
  expect(moveOf({ ...paid, role: 'LENDER' })).toMatchObject({
    whose: 'YOU',
    title: 'Finalize the loan',
  })
  expect(moveOf(paid)).toMatchObject({ whose: 'OTHER', note: 'All of it is paid.' })
})

test('who takes a loan over pays the lender before them, and the borrower what remains', () => {
  const linked = {
    ...facts,
    status: 'DOMAIN_IN_CUSTODY',
    phase: 'AWAITING_PAYMENT',
    payoutCents: 1_200_000,
  } as const
  expect(moveOf({ ...linked, role: 'LENDER', other: 'Mara Voss' })).toMatchObject({
    title: 'Pay $12,000.00 to the lender before you',
    note: 'And $2,500.00 to Mara Voss. Then mark it paid: your loan takes the place of theirs.',
  })
  expect(moveOf(linked).title).toBe('Teodor Nyberg pays out your lender')
  expect(moveOf({ ...linked, payoutCents: 1_450_000 }).note).toBe(
    'Your lender confirms the payout.',
  )
})
