import { interestCents } from '@pier/protocol/loans/loan-terms'
import { allocate, owedOn, type LoanDebt } from '@pier/protocol/loans/repayment'
import { dayMs } from '@pier/protocol/time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Loan } from '../facts/loans.repository.ts'
import { dateOf } from '../facts/loan-view.ts'
import type { LoanPayment } from '../facts/payments.repository.ts'
import { presentLine, presentSums, totalOf } from './present-receipt.ts'
import { endingOf, settlementOf, type StepEvent } from './ending.ts'
import { linesOf } from './lines.ts'
import { sumsOf } from './sums.ts'

const start = Date.parse('2026-01-31T09:00:00Z')
const timeAfter = (days: number) => new Date(start + days * dayMs)
const dayAfter = (days: number) => dateOf(timeAfter(days))

/** The ways in which a loan with a debt can end. */
const endings = [
  { action: 'finalize', actor: 'LENDER', status: 'FINALIZED_RETURN_TO_BORROWER' },
  { action: 'rule', actor: 'TWO_OPERATORS', status: 'FINALIZED_RETURN_TO_BORROWER' },
  { action: 'settle', actor: 'LENDER', status: 'FINALIZED_RETURN_TO_BORROWER' },
  { action: 'refinance', actor: 'LENDER', status: 'FINALIZED_RETURN_TO_BORROWER' },
  { action: 'surrender', actor: 'BORROWER', status: 'FINALIZED_LENDER_SEIZURE' },
  { action: 'seize', actor: 'TWO_OPERATORS', status: 'FINALIZED_LENDER_SEIZURE' },
  { action: 'seizeForPlatform', actor: 'TWO_OPERATORS', status: 'FINALIZED_PLATFORM_SEZIURE' },
] as const

const anyHistory = fc.record({
  terms: fc.record({
    principalCents: fc.integer({ min: 5_000, max: 100_000_000 }),
    rateBps: fc.integer({ min: 0, max: 10_000 }),
    termDays: fc.integer({ min: 1, max: 1_825 }),
  }),
  /** The day, and how many thousandths of what is owed on it. */
  parts: fc.array(fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 1, max: 1_000 })), {
    maxLength: 5,
  }),
  end: fc.constantFrom(...endings),
  endDays: fc.integer({ min: 0, max: 1_000 }),
  /** Nothing claimed, claimed without a sum, or with one: less, all or more than is owed. */
  claim: fc.constantFrom(null, 'unnamed', 0.4, 1, 1.2),
  claimDaysBefore: fc.integer({ min: 0, max: 30 }),
  fundedCents: fc.option(fc.integer({ min: 1, max: 100_000_000 })),
  extendedDays: fc.option(fc.integer({ min: 1, max: 365 })),
  feeCents: fc.array(fc.integer({ min: 1, max: 10_000 }), { maxLength: 2 }),
})
type History = typeof anyHistory extends fc.Arbitrary<infer T> ? T : never

const payment = (change: Partial<LoanPayment>) =>
  ({
    id: 'p',
    status: 'CONFIRMED',
    reference: null,
    interestCents: null,
    principalCents: null,
    createdAt: timeAfter(0),
    decidedAt: timeAfter(1),
    ...change,
  }) as LoanPayment // The rest of a row is not asked for.

function payParts({ terms, parts, endDays }: History) {
  const first: LoanDebt = { ...terms, valueDate: dayAfter(0), payments: [], advances: [] }
  const paid: LoanPayment[] = []
  const debt = parts
    .filter(([days]) => days <= endDays)
    .toSorted(([a], [b]) => a - b)
    .reduce((before, [days, share]) => {
      const paidOn = dayAfter(days)
      const amountCents = Math.ceil((owedOn(before, paidOn).payoffCents * share) / 1_000)
      const split = allocate(before, { paidOn, amountCents })
      if (!split || amountCents === 0) return before
      paid.push(payment({ kind: 'PARTIAL', claimedBy: 'BORROWER', amountCents, paidOn, ...split }))
      return { ...before, payments: [...before.payments, { paidOn, amountCents }] }
    }, first)
  return { debt, paid }
}

function play(history: History) {
  const { terms, end, endDays, claim, fundedCents, extendedDays } = history
  const { debt, paid } = payParts(history)
  const claimedOn = dayAfter(Math.max(0, endDays - history.claimDaysBefore))
  const owedCents = owedOn(debt, claimedOn).payoffCents
  const amountCents = typeof claim === 'number' ? Math.round(owedCents * claim) : null
  const isUpheld = end.action === 'rule' || end.action === 'settle'
  const full = payment({ kind: 'FULL', claimedBy: 'BORROWER', amountCents, paidOn: claimedOn })
  const said = { ...full, status: isUpheld ? ('DENIED' as const) : ('CONFIRMED' as const) }
  const funding = payment({
    kind: 'FUNDING',
    claimedBy: 'LENDER',
    paidOn: dayAfter(0),
    amountCents: fundedCents,
  })
  const isMoney = end.status === 'FINALIZED_RETURN_TO_BORROWER'
  const hasClaim = claim !== null && isMoney && end.action !== 'refinance'
  const event = (action: string, days: number, change: Partial<StepEvent> = {}): StepEvent => ({
    action,
    actor: 'BORROWER',
    outcome: null,
    at: timeAfter(days),
    data: {},
    fromStatus: 'LOAN_POSTED',
    toPhase: 'ACTIVE',
    version: 1,
    ...change,
  })
  const data = end.action === 'refinance' ? { payoffCents: owedCents + 77 } : {}
  const last = event(end.action, endDays, { actor: end.actor, toPhase: 'ENDED', data })
  const loan = {
    code: 'LN-7F3K',
    rail: 'bank',
    amountCents: terms.principalCents,
    refinancesId: null,
    status: end.status,
    valueDate: dayAfter(0),
    endReason: end.action === 'refinance' ? 'refinanced' : 'repaid',
  } as Loan // The rest of a row is not asked for.
  const surrendered = {
    ...loan,
    endReason: end.action === 'surrender' ? 'surrendered' : loan.endReason,
  }
  const ending = endingOf(surrendered, last)
  const settledWith = settlementOf(ending)
  if (settledWith === 'NO_DEBT') throw new Error('none of these ends without a debt')
  const lines = linesOf({
    loan,
    ending,
    last,
    former: null,
    replacement: null,
    payments: [...(fundedCents === null ? [] : [funding]), ...paid, ...(hasClaim ? [said] : [])],
    events: [event('confirmReceipt', 0), last],
  })
  const days = terms.termDays + (extendedDays ?? 0)
  const due = { date: dayAfter(days), days }
  const sums = sumsOf({ debt, lines, settledWith, due, endedOn: dateOf(last.at) })
  return { lines, sums, debt, ending }
}

const cents = (dollars: number) => Math.round(dollars * 100)
const seen = {
  role: 'BORROWER',
  names: { BORROWER: 'Mara', LENDER: 'Kaja' },
  rail: 'bank',
} as const

test('the lines of any loan add up to its totals, or no sum is given where none was named', () => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      const { lines, sums, ending } = play(history)
      const shown = lines.map((line) => presentLine(line, seen))
      const words = { rateBps: history.terms.rateBps, words: '' }
      const { principal, interest, difference, by_domain, unpaid, paid, short_received } =
        presentSums(sums, words)
      const back = shown.filter(({ to }) => to === 'Kaja').map(({ amount }) => amount)
      const fees = history.feeCents.map((amountCents) => ({
        type: 'renewal',
        amountCents,
        at: timeAfter(1),
      }))
      const total = totalOf({ ending, role: 'BORROWER', sums, fees })

      expect(interest).toBeGreaterThanOrEqual(0)
      if (back.includes(null)) {
        expect([paid, difference, sums.savedCents, total?.amount]).toEqual([null, null, null, null])
        return
      }
      const sumOf = (amounts: (number | null)[]) =>
        amounts.reduce<number>((sum, amount) => sum + cents(amount ?? 0), 0)
      expect(sumOf(back)).toBe(cents(paid ?? NaN))
      expect(sumOf([paid, by_domain, unpaid])).toBe(sumOf([principal, interest, difference]))
      if (settlementOf(ending) !== 'MONEY') return
      const feeCents = history.feeCents.reduce((sum, each) => sum + each, 0)
      const rows = sumOf([interest, difference, short_received]) + feeCents
      expect(cents(total?.amount ?? NaN)).toBe(rows)
    }),
    { numRuns: 2_000 },
  )
})

test('interest of one payment is that of its days, and saved is what the due date would have cost more', () => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      const { sums, debt } = play({ ...history, parts: [] })
      const { principalCents, rateBps } = debt
      const by = (days: number) => interestCents({ principalCents, rateBps, days })

      expect(sums.interestCents).toBe(by(sums.interestDays))
      expect(sums.perDiemCents).toBe(by(1))
      if (sums.savedCents !== null) {
        expect(sums.agreed.cents - sums.savedCents).toBe(principalCents + sums.interestCents)
      }
    }),
  )
})

test('the drawing: $4,600 for 41 of 60 days at 20 % costs $103.34 and saves $47.89', () => {
  const { sums, lines } = play({
    terms: {
      principalCents: 460_000,
      rateBps: 2_000,
      termDays: 60,
    },
    parts: [],
    end: endings[0],
    endDays: 42,
    claim: 1,
    claimDaysBefore: 1,
    fundedCents: 460_000,
    extendedDays: null,
    feeCents: [1_044],
  })

  expect(lines.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
    ['FUNDING', 460_000],
    ['REPAYMENT', 470_334],
  ])
  expect(sums).toMatchObject({
    interestCents: 10_334,
    interestDays: 41,
    perDiemCents: 252,
    paidCents: 470_334,
    differenceCents: 0,
    agreed: { cents: 475_123 },
    savedCents: 4_789,
  })
})
