import { expect, test } from 'vitest'
import { moveOf } from './moves.ts'
import { escrowStatuses } from './statuses.ts'

test('until both have signed it is the move of whoever has not', () => {
  const status = 'PENDING_SIGNATURE'
  const signed = (BORROWER: boolean, LENDER: boolean) => ({ BORROWER, LENDER })

  for (const role of ['BORROWER', 'LENDER'] as const) {
    expect(moveOf({ status, role })).toEqual({ isYours: true, words: 'You sign' })
  }
  expect(moveOf({ status, role: 'BORROWER', hasSigned: signed(true, false) })).toEqual({
    isYours: false,
    words: 'Lender signs',
  })
  expect(moveOf({ status, role: 'LENDER', hasSigned: signed(false, true) })).toEqual({
    isYours: false,
    words: 'Borrower signs',
  })
})

test('every status has words, and one that is not known too', () => {
  for (const status of [...escrowStatuses, 'NOT_YET_INVENTED']) {
    expect(moveOf({ status, role: 'LENDER' }).words).not.toBe('')
  }
})
