import { expect, test } from 'vitest'
import type { LoanRow } from '../../api/loans/loans.ts'
import type { Offer } from '../../api/offers.ts'
import { listMoves, listOthersMoves, type LoanLists, numberWord } from './moves.ts'

const nothing: LoanLists = { received: [], sent: [], borrowed: [], lent: [] }

// Only the fields that a next action uses.
const offer = (change: Partial<Offer>) =>
  ({
    id: 'o1',
    domain: 'plumbline.ai',
    domain_id: 'd1',
    loan_amount: 32_000,
    term: 180,
    apy: 14.5,
    your_move: true,
    expires_at: '2026-10-15T12:00:00.000Z',
    ...change,
  }) as Offer

const loan = (change: Partial<LoanRow>) =>
  ({
    id: 'e1',
    domain: 'tideglass.com',
    status: 'PENDING_SIGNATURE',
    your_move: true,
    move: 'Sign the lending agreement',
    on_deadline: 'The loan is cancelled',
    deadline_at: '2026-10-16T12:00:00.000Z',
    ...change,
  }) as LoanRow

test('offers on one domain are one move, by when the first ends', () => {
  const later = offer({ id: 'o2', expires_at: '2026-10-18T12:00:00.000Z' })
  const third = offer({ id: 'o3', expires_at: '2026-10-20T12:00:00.000Z' })

  expect(listMoves({ ...nothing, received: [third, later, offer({})] })).toEqual([
    {
      key: 'offers d1',
      domain: 'plumbline.ai',
      what: 'Compare 3 offers',
      by: '2026-10-15T12:00:00.000Z',
      count: 3,
      otherwise: 'That offer expires. The other two stay open.',
      action: { label: 'Compare', to: '/app/borrow?compare=o1,o2,o3#compare' },
    },
  ])
})

test('one offer, and a counter, say their terms', () => {
  const moves = listMoves({ ...nothing, received: [offer({})], sent: [offer({ id: 'o2' })] })

  expect(moves.map(({ what }) => what)).toEqual([
    'Offer: $32,000 for 180 days at 14.50%',
    'Counteroffer: $32,000 for 180 days at 14.50%',
  ])
  expect(moves.map(({ otherwise }) => otherwise)).toEqual([
    'The offer expires.',
    'The counteroffer expires.',
  ])
})

test('the soonest stands first, and what has no date last', () => {
  const moves = listMoves({
    received: [offer({ domain: 'b.com', expires_at: '2026-10-17T00:00:00.000Z' })],
    sent: [offer({ domain: 'nobody.com', your_move: false })],
    borrowed: [loan({ domain: 'a.com' })],
    lent: [loan({ domain: 'c.com', status: 'LOAN_POSTED', deadline_at: null })],
  })

  expect(moves.map(({ domain }) => domain)).toEqual(['a.com', 'b.com', 'c.com'])
})

test('a loan says what is to be done and what happens otherwise, as the server has it', () => {
  const [sign, repay] = listMoves({
    ...nothing,
    borrowed: [
      loan({}),
      loan({ status: 'LOAN_POSTED', move: 'Repay $500.00', on_deadline: '', deadline_at: null }),
    ],
  })

  expect(sign).toMatchObject({
    what: 'Sign the lending agreement',
    otherwise: 'The loan is cancelled.',
    action: { label: 'Sign', to: '/app/escrow/e1' },
  })
  expect(repay).toMatchObject({ what: 'Repay $500.00', otherwise: '', action: { label: 'Open' } })
})

test('a loan that ended waits for nobody', () => {
  const borrowed = [
    loan({ your_move: false, move: 'Lender signs' }),
    loan({ your_move: false, status: 'CANCELLED' }),
    loan({ your_move: false, status: 'FINALIZED_RETURN_TO_BORROWER' }),
  ]

  expect(listMoves({ ...nothing, borrowed })).toEqual([])
  expect(listOthersMoves({ ...nothing, borrowed }).map(({ what }) => what)).toEqual([
    'Lender signs',
  ])
})

test('small numbers are words', () => {
  expect([1, 10, 11].map(numberWord)).toEqual(['one', 'ten', '11'])
})
