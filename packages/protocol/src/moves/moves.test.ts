import { expect, test } from 'vitest'
import { combine, isOpen, plainFacts, places, type Place } from '../../test/guard-facts.ts'
import type { GuardFacts } from '../lifecycles/loan-vocabulary.ts'
import { hindranceOf } from '../lifecycles/next-move.ts'
import { moveOf, type MoveFacts } from './moves.ts'
import { sayPause } from './pauses.ts'

const now = new Date('2026-10-14T12:00:00Z')
const dueAt = new Date('2026-10-30T23:59:59Z')
const graceUntil = new Date('2026-11-06T23:59:59Z')
const ready = { BORROWER: 'ready', LENDER: 'ready' } as const

const standIn = (place: Place, change: Partial<GuardFacts> = {}): GuardFacts => ({
  ...plainFacts,
  ...place,
  now,
  payee: ready,
  ...(place.status === 'LOAN_POSTED' && { dueAt, graceUntil }),
  ...change,
})
const signatures = { status: 'PENDING_SIGNATURE', phase: 'SIGNATURES' } as const
const awaiting = { status: 'DOMAIN_IN_CUSTODY', phase: 'AWAITING_PAYMENT' } as const
const active = { status: 'LOAN_POSTED', phase: 'ACTIVE' } as const
const claimed = { status: 'LOAN_POSTED', phase: 'REPAYMENT_CLAIMED' } as const

const facts: MoveFacts = {
  guardFacts: standIn(signatures),
  role: 'BORROWER',
  other: 'Teodor Nyberg',
  sums: {
    amountCents: 1_450_000,
    repayCents: 1_535_808,
    todayCents: 1_520_000,
    paidCents: 0,
    claim: null,
    payoutCents: null,
  },
  detailsBy: new Date('2026-10-16T09:12:00Z'),
  detailsFrom: null,
  proposedDueOn: null,
}
const both = (change: Partial<MoveFacts>) => ({
  borrower: moveOf({ ...facts, ...change }),
  lender: moveOf({ ...facts, ...change, role: 'LENDER', other: 'Mara Voss' }),
})

test('until both have signed it is the move of whoever has not', () => {
  const whose = (BORROWER: boolean, LENDER: boolean) => {
    const { borrower, lender } = both({
      guardFacts: standIn(signatures, { hasSigned: { BORROWER, LENDER } }),
    })
    return [borrower.whose, lender.whose]
  }

  expect(whose(false, false)).toEqual(['YOU', 'YOU'])
  expect(whose(true, false)).toEqual(['OTHER', 'YOU'])
  expect(whose(false, true)).toEqual(['YOU', 'OTHER'])
})

test('while an address is missing it is the move of whoever has none, and nobody is told to sign', () => {
  const { borrower, lender } = both({
    guardFacts: standIn(signatures, {
      isPrinted: false,
      hasAddress: { BORROWER: true, LENDER: false },
    }),
  })

  expect(lender).toMatchObject({ whose: 'YOU', action: 'addAddress' })
  expect(borrower).toMatchObject({
    whose: 'OTHER',
    action: null,
    title: 'Teodor Nyberg adds a legal address',
  })
})

test('a lender who cannot pay for want of details waits for the borrower, who is asked for them', () => {
  const guardFacts = standIn(awaiting, { payee: { ...ready, BORROWER: 'missing' } })
  const { borrower, lender } = both({ guardFacts })

  expect(borrower).toMatchObject({
    whose: 'YOU',
    action: 'addPayee',
    note: 'Teodor Nyberg is waiting to pay you $14,500.00. This takes about 2 minutes.',
    by: facts.detailsBy,
    otherwise: 'Teodor Nyberg may cancel',
  })
  expect(lender).toMatchObject({
    whose: 'OTHER',
    title: 'Mara Voss adds payment details',
    by: facts.detailsBy,
    otherwise: 'You may cancel without a mark on your record',
  })
})

test('who borrows repays by the due date, and is told of the grace that follows', () => {
  expect(both({ guardFacts: standIn(active) }).borrower).toMatchObject({
    whose: 'YOU',
    title: 'Repay $15,358.08',
    note: 'Or $15,200.00 if it arrives today. Partial payments from $25.',
    by: dueAt,
    otherwise: '7 days of grace, until 6 Nov',
  })
})

test('a claim names the sum that was claimed, to both, and by how much it is short', () => {
  const claim = { cents: 1_505_178, owedCents: 1_567_315, shortCents: 62_137, paidOn: '2026-10-14' }
  const { borrower, lender } = both({
    guardFacts: standIn(claimed),
    sums: { ...facts.sums, claim },
  })

  expect(lender.title).toBe('Confirm that you were repaid $15,051.78')
  expect(borrower.title).toBe('Teodor Nyberg confirms your repayment of $15,051.78')
  for (const { note } of [borrower, lender]) {
    expect(note).toContain('$621.37 less than the $15,673.15 owed that day')
  }
})

test('an extension that is asked for waits for the side that was asked', () => {
  const { borrower, lender } = both({
    guardFacts: standIn(active, { hasProposal: { BORROWER: true, LENDER: false } }),
    proposedDueOn: '2027-01-15',
  })

  expect(lender).toMatchObject({
    whose: 'YOU',
    action: 'extend',
    title: 'Answer the extension of Mara Voss: new due date 15 Jan 2027',
  })
  expect(borrower).toMatchObject({ whose: 'OTHER', by: dueAt })
})

test('once all is paid in parts, the lender has nothing to do but to finalize', () => {
  const { borrower, lender } = both({ guardFacts: standIn(active, { isPaidUp: true }) })

  expect(lender).toMatchObject({ whose: 'YOU', title: 'Finalize the loan' })
  expect(borrower).toMatchObject({ whose: 'OTHER', note: 'The loan is fully paid.' })
})

test('who takes a loan over pays the lender before them, and the borrower what remains', () => {
  const guardFacts = standIn(awaiting, { isLinked: true })
  const { borrower, lender } = both({ guardFacts, sums: { ...facts.sums, payoutCents: 1_200_000 } })

  expect(lender).toMatchObject({
    title: 'Pay $12,000.00 to the current lender',
    note: 'And $2,500.00 to Mara Voss. Then mark it paid. Your loan replaces theirs.',
  })
  expect(borrower).toMatchObject({
    title: 'Teodor Nyberg pays off your lender',
    note: 'Your lender confirms the payoff, and you the remaining $2,500.00.',
  })
})

test('every loan state has a next-action text for both parties, and they never wait for each other', () => {
  for (const place of places) {
    for (const guardFacts of combine(place, ['payee', 'isHeld', 'hasProposal', 'hasOpenPayment'])) {
      const { borrower, lender } = both({ guardFacts })
      expect([borrower.title, lender.title].every(Boolean), JSON.stringify(guardFacts)).toBe(true)
      expect([borrower.whose, lender.whose]).not.toEqual(['OTHER', 'OTHER'])
      if (borrower.whose === 'OTHER') expect(lender.whose).toBe('YOU')
      if (lender.whose === 'OTHER') expect(borrower.whose).toBe('YOU')
    }
  }
})

test('whoever is kept from acting reads since when, why and what ends it', () => {
  const since = new Date('2026-10-13T09:12:00Z')
  for (const place of places.filter(isOpen)) {
    for (const guardFacts of combine(place, ['payee', 'isHeld', 'isLinked'])) {
      const reason = hindranceOf(guardFacts)
      if (!reason) continue
      for (const role of ['BORROWER', 'LENDER'] as const) {
        const said = sayPause({ reason, since, note: null }, { ...facts, guardFacts, role })
        expect(said.title).toMatch(/clock is paused\.$/)
        expect(said.note).toMatch(/^Since 13 Oct 2026, 09:12 UTC, because .+\. It resumes /)
      }
    }
  }
})
