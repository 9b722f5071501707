import fc from 'fast-check'
import { expect, test } from 'vitest'
import { interestCents, payoffCents } from './loan-terms.ts'
import { allocate, owedOn, type LoanDebt } from './repayment.ts'

const start = '2026-01-31'
const dayAfter = (days: number) =>
  new Date(Date.parse(`${start}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const loanOf = (terms: Partial<LoanDebt>): LoanDebt => ({
  principalCents: 1_000_000,
  rateBps: 2400,
  termDays: 90,
  valueDate: start,
  payments: [],
  advances: [],
  ...terms,
})

const anyLoan = fc
  .record({
    principalCents: fc.integer({ min: 5_000, max: 100_000_000 }),
    rateBps: fc.integer({ min: 0, max: 10_000 }),
    termDays: fc.integer({ min: 1, max: 1_825 }),
  })
  .map(loanOf)
const anyDay = fc.integer({ min: 0, max: 2_500 })
/** Partial payments: a day, and the share in thousandths of what is owed on it. */
const anyParts = fc.array(fc.tuple(anyDay, fc.integer({ min: 1, max: 1_000 })), { maxLength: 8 })

/** Makes these partial payments in the order of their days, none of them more than is owed. */
function payParts(loan: LoanDebt, parts: [number, number][]): LoanDebt {
  return parts
    .toSorted(([a], [b]) => a - b)
    .reduce((debt, [days, share]) => {
      const paidOn = dayAfter(days)
      const owed = owedOn(debt, paidOn).payoffCents
      const amountCents = Math.ceil((owed * share) / 1_000)
      return amountCents > 0
        ? { ...debt, payments: [...debt.payments, { paidOn, amountCents }] }
        : debt
    }, loan)
}
const lastDay = (parts: [number, number][]) => Math.max(0, ...parts.map(([days]) => days))

test('the example of the product rules: what ends it on the due date, and what a day costs', () => {
  const owed = owedOn(loanOf({}), dayAfter(90))

  expect(owed).toEqual({
    principalCents: 1_000_000,
    interestCents: 59_178,
    advanceCents: 0,
    payoffCents: 1_059_178,
    perDiemCents: 658,
  })
})

test.each([
  [500_000, 1_200, 90, 14_795],
  [250_000, 1_850, 45, 5_702],
  [1_000_000, 2_599, 180, 128_170],
  [100_000, 1_000, 365, 10_000],
  [123_456, 0, 30, 0],
])(
  'the agreement: %i cents at %i basis points for %i days cost %i',
  (principalCents, rateBps, termDays, interest) => {
    const loan = loanOf({ principalCents, rateBps, termDays })

    expect(owedOn(loan, dayAfter(termDays)).interestCents).toBe(interest)
  },
)

test('without payments it is what the terms say, early, on time and late', () => {
  fc.assert(
    fc.property(anyLoan, anyDay, (loan, days) => {
      expect(owedOn(loan, dayAfter(days)).payoffCents).toBe(payoffCents({ ...loan, days }))
    }),
  )
})

test('nothing is ever negative, whatever is paid and when', () => {
  fc.assert(
    fc.property(anyLoan, anyParts, anyDay, (loan, parts, days) => {
      const owed = owedOn(payParts(loan, parts), dayAfter(days))

      for (const cents of Object.values(owed)) expect(cents).toBeGreaterThanOrEqual(0)
      const { principalCents, interestCents: interest, advanceCents } = owed
      expect(owed.payoffCents).toBe(principalCents + interest + advanceCents)
    }),
  )
})

test('after the last payment more days never cost less', () => {
  fc.assert(
    fc.property(anyLoan, anyParts, anyDay, anyDay, (loan, parts, days, more) => {
      const debt = payParts(loan, parts)
      const from = lastDay(parts) + days

      const earlier = owedOn(debt, dayAfter(from)).payoffCents
      expect(owedOn(debt, dayAfter(from + more)).payoffCents).toBeGreaterThanOrEqual(earlier)
    }),
  )
})

test('more lent, or at a higher rate, never costs less', () => {
  const more = fc.integer({ min: 0, max: 10_000 })
  fc.assert(
    fc.property(anyLoan, anyDay, more, more, (loan, days, cents, rateBps) => {
      const { principalCents } = loan
      const dearer = { ...loan, principalCents: principalCents + cents }
      const owed = owedOn(loan, dayAfter(days)).interestCents

      expect(owedOn(dearer, dayAfter(days)).interestCents).toBeGreaterThanOrEqual(owed)
      const higher = { ...loan, rateBps: loan.rateBps + rateBps }
      expect(owedOn(higher, dayAfter(days)).interestCents).toBeGreaterThanOrEqual(owed)
    }),
  )
})

test('a part that is paid is never owed again, nor does it cost anything later', () => {
  fc.assert(
    fc.property(
      anyLoan,
      anyDay,
      fc.integer({ min: 1, max: 1_000 }),
      anyDay,
      (loan, days, share, more) => {
        const paid = payParts(loan, [[days, share]])
        const part = paid.payments[0]?.amountCents ?? 0
        const later = dayAfter(days + more)

        const spared = owedOn(loan, later).payoffCents - owedOn(paid, later).payoffCents
        // Both are rounded to a cent.
        expect(spared).toBeGreaterThanOrEqual(part - 1)
      },
    ),
  )
})

test('a part and the rest on the same day are what the whole is', () => {
  fc.assert(
    fc.property(anyLoan, anyParts, fc.integer({ min: 1, max: 1_000 }), (loan, parts, share) => {
      const debt = payParts(loan, parts)
      const days = lastDay(parts)
      const whole = owedOn(debt, dayAfter(days)).payoffCents

      const paid = payParts(debt, [[days, share]])
      const part = paid.payments.at(debt.payments.length)?.amountCents ?? 0
      expect(part + owedOn(paid, dayAfter(days)).payoffCents).toBe(whole)
    }),
  )
})

test('interest paid in parts costs what it costs at once, to a cent', () => {
  fc.assert(
    fc.property(anyLoan, fc.array(anyDay, { maxLength: 8 }), anyDay, (loan, days, more) => {
      const end = dayAfter(Math.max(0, ...days) + more)
      const debt = days
        .toSorted((a, b) => a - b)
        .reduce((each: LoanDebt, day) => {
          const paidOn = dayAfter(day)
          const { interestCents: amountCents } = owedOn(each, paidOn)
          return { ...each, payments: [...each.payments, { paidOn, amountCents }] }
        }, loan)

      const paid = debt.payments.reduce((sum, { amountCents }) => sum + amountCents, 0)
      const inParts = paid + owedOn(debt, end).payoffCents
      expect(Math.abs(inParts - owedOn(loan, end).payoffCents)).toBeLessThanOrEqual(1)
    }),
  )
})

test('a payment in two halves changes nothing on any later day', () => {
  fc.assert(
    fc.property(
      anyLoan,
      anyDay,
      fc.integer({ min: 2, max: 1_000 }),
      anyDay,
      (loan, at, share, more) => {
        const once = payParts(loan, [[at, share]])
        const paidOn = dayAfter(at)
        const amount = once.payments[0]?.amountCents ?? 0
        const half = Math.floor(amount / 2)
        const twice = {
          ...loan,
          payments: [half, amount - half].map((cents) => ({ paidOn, amountCents: cents })),
        }

        expect(owedOn(twice, dayAfter(at + more))).toEqual(owedOn(once, dayAfter(at + more)))
      },
    ),
  )
})

test('a payment is split without remainder: interest first, and never more than is owed', () => {
  fc.assert(
    fc.property(anyLoan, anyParts, fc.integer({ min: 1, max: 1_000 }), (loan, parts, share) => {
      const debt = payParts(loan, parts)
      const paidOn = dayAfter(lastDay(parts))
      const owed = owedOn(debt, paidOn)
      const amountCents = Math.ceil((owed.payoffCents * share) / 1_000)
      const split = allocate(debt, { paidOn, amountCents })

      expect((split?.interestCents ?? 0) + (split?.principalCents ?? 0)).toBe(amountCents)
      expect(split?.principalCents === 0 || split?.interestCents === owed.interestCents).toBe(true)
      expect(allocate(debt, { paidOn, amountCents: owed.payoffCents + 1 })).toBeNull()
    }),
  )
})

test('what was paid in parts went to interest and to the loan, and to nothing else', () => {
  fc.assert(
    fc.property(anyLoan, anyParts, (loan, parts) => {
      const debt = payParts(loan, [...parts, [lastDay(parts), 1_000]])
      const splits = debt.payments.map((payment, index) => {
        const before = { ...debt, payments: debt.payments.slice(0, index) }
        return { ...payment, ...allocate(before, payment) }
      })

      const sum = (key: 'interestCents' | 'principalCents') =>
        splits.reduce((all, split) => all + (split[key] ?? 0), 0)
      const paid = debt.payments.reduce((all, { amountCents }) => all + amountCents, 0)
      expect(sum('interestCents') + sum('principalCents')).toBe(paid)
      expect(sum('principalCents')).toBe(loan.principalCents)
    }),
  )
})

test('once all is paid nothing is owed, on that day and ever after', () => {
  fc.assert(
    fc.property(anyLoan, anyParts, anyDay, (loan, parts, more) => {
      const debt = payParts(loan, [...parts, [lastDay(parts), 1_000]])

      expect(owedOn(debt, dayAfter(lastDay(parts) + more)).payoffCents).toBe(0)
    }),
  )
})

test('interest runs on what is left after a part', () => {
  const loan = loanOf({ payments: [{ paidOn: dayAfter(30), amountCents: 500_000 }] })
  const first = interestCents({ ...loan, days: 30 })
  const left = 1_000_000 - (500_000 - first)

  const owed = owedOn(loan, dayAfter(90))
  expect(owed.principalCents).toBe(left)
  expect(owed.interestCents).toBe(interestCents({ principalCents: left, rateBps: 2400, days: 60 }))
})

test('days that a stopped clock added bear no interest: the due date has the signed sum', () => {
  for (const added of [1, 3, 40]) {
    const loan = {
      principalCents: 1_500_000,
      rateBps: 1_800,
      termDays: 90,
      payments: [],
      advances: [],
    }
    const signed = owedOn({ ...loan, valueDate: '2026-01-01' }, '2026-04-01')
    const until = new Date(Date.parse('2026-04-01T00:00:00Z') + added * 86_400_000)
    const moved = until.toISOString().slice(0, 10)
    const debt = {
      ...loan,
      valueDate: '2026-01-01',
      interestFree: [['2026-04-01', moved] as const],
    }

    expect(owedOn(debt, moved)).toEqual(signed)
    const later = new Date(until.getTime() + 86_400_000).toISOString().slice(0, 10)
    expect(owedOn(debt, later).payoffCents).toBe(signed.payoffCents + signed.perDiemCents)
    expect(owedOn(debt, '2026-02-01')).toEqual(owedOn({ ...debt, interestFree: [] }, '2026-02-01'))
  }
})

test('free days that overlap count once, whatever is paid between them', () => {
  const loan = {
    principalCents: 1_000_000,
    rateBps: 3_650, // Ten dollars a day.
    termDays: 100,
    valueDate: '2026-01-01',
    payments: [{ paidOn: '2026-01-16', amountCents: 10_000 }],
    advances: [],
  }
  const free = [
    ['2026-01-10', '2026-01-20'],
    ['2026-01-15', '2026-01-25'],
  ] as const
  const days = (date: string) =>
    (owedOn({ ...loan, interestFree: free }, date).payoffCents + 10_000 - 1_000_000) / 1_000

  expect(days('2026-01-10')).toBe(19) // Nine days of ten dollars, plus the part not paid yet.
  expect(days('2026-01-25')).toBe(9)
  expect(owedOn({ ...loan, interestFree: free }, '2026-01-26').interestCents).toBe(999)
})
