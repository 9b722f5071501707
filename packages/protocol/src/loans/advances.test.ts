import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocate, owedOn, type LoanDebt, type Split } from './repayment.ts'

const start = '2026-01-31'
const dayAfter = (days: number) =>
  new Date(Date.parse(`${start}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const plain: LoanDebt = {
  principalCents: 1_000_000,
  rateBps: 2400,
  termDays: 90,
  valueDate: start,
  payments: [],
  advances: [],
}

const anyLoan = fc
  .record({
    principalCents: fc.integer({ min: 5_000, max: 100_000_000 }),
    rateBps: fc.integer({ min: 0, max: 10_000 }),
    termDays: fc.integer({ min: 1, max: 1_825 }),
  })
  .map((terms): LoanDebt => ({ ...plain, ...terms }))
const anyDays = fc.integer({ min: 0, max: 900 })
/** Days pass, and then part of the debt is paid, or the lender pays the registry. */
const anyStep = fc.record({
  days: fc.integer({ min: 0, max: 120 }),
  share: fc.integer({ min: 1, max: 1_000 }),
  advanceCents: fc.option(fc.integer({ min: 1, max: 50_000 })),
})
const anySteps = fc.array(anyStep, { maxLength: 10 })
type Step = { days: number; share: number; advanceCents: number | null }

/** Applies them as the product does: each payment is split by the debt when it is confirmed. */
function play(loan: LoanDebt, steps: Step[]) {
  const splits: Split[] = []
  let debt = loan
  let days = 0
  for (const { days: passed, share, advanceCents } of steps) {
    days += passed
    const on = dayAfter(days)
    if (advanceCents !== null) {
      const paymentsBefore = debt.payments.length
      const advance = { advancedOn: on, amountCents: advanceCents, paymentsBefore }
      debt = { ...debt, advances: [...debt.advances, advance] }
      continue
    }
    const amountCents = Math.ceil((owedOn(debt, on).payoffCents * share) / 1_000)
    const split = allocate(debt, { paidOn: on, amountCents })
    if (amountCents === 0 || !split) continue
    splits.push(split)
    debt = { ...debt, payments: [...debt.payments, { paidOn: on, amountCents }] }
  }
  return { debt, splits, days }
}
const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)
const whole = { days: 0, share: 1_000, advanceCents: null }

test('what is paid goes to advances, interest and the loan, and adds up to the cent', () => {
  fc.assert(
    fc.property(anyLoan, anySteps, (loan, steps) => {
      const { debt, splits } = play(loan, [...steps, whole])
      const advanced = sum(debt.advances.map(({ amountCents }) => amountCents))

      const paid = sum(debt.payments.map(({ amountCents }) => amountCents))
      const parts = splits.map((split) => sum(Object.values(split)))
      expect(sum(parts)).toBe(paid)
      expect(sum(splits.map(({ advanceCents }) => advanceCents))).toBe(advanced)
      expect(sum(splits.map(({ principalCents }) => principalCents))).toBe(loan.principalCents)
    }),
  )
})

test('the account agrees with the splits that were kept, whatever came on the same day', () => {
  fc.assert(
    fc.property(anyLoan, anySteps, (loan, steps) => {
      const { debt, splits, days } = play(loan, steps)
      const paid = sum(splits.map(({ principalCents }) => principalCents))
      const advancesPaid = sum(splits.map(({ advanceCents }) => advanceCents))
      const advanced = sum(debt.advances.map(({ amountCents }) => amountCents))

      const owed = owedOn(debt, dayAfter(days))
      expect(owed.principalCents).toBe(loan.principalCents - paid)
      expect(owed.advanceCents).toBe(advanced - advancesPaid)
      expect(owed.payoffCents).toBe(owed.principalCents + owed.interestCents + owed.advanceCents)
    }),
  )
})

test('once all is paid nothing is owed, on that day and ever after', () => {
  fc.assert(
    fc.property(anyLoan, anySteps, anyDays, (loan, steps, more) => {
      const { debt, days } = play(loan, [...steps, whole])

      expect(owedOn(debt, dayAfter(days + more)).payoffCents).toBe(0)
    }),
  )
})

test('an advance adds what it was on every later day, and not a cent of interest', () => {
  const anyCents = fc.integer({ min: 1, max: 50_000 })
  fc.assert(
    fc.property(anyLoan, anyDays, anyCents, anyDays, (loan, at, amountCents, more) => {
      const advance = { advancedOn: dayAfter(at), amountCents, paymentsBefore: 0 }
      const advanced = { ...loan, advances: [advance] }
      const later = dayAfter(at + more)

      const [without, owed] = [owedOn(loan, later), owedOn(advanced, later)]
      expect(owed.payoffCents - without.payoffCents).toBe(amountCents)
      expect(owed.interestCents).toBe(without.interestCents)
      expect(owed.perDiemCents).toBe(without.perDiemCents)
      if (at > 0) expect(owedOn(advanced, dayAfter(at - 1)).advanceCents).toBe(0)
    }),
  )
})

test('a payment covers the advance before interest and the loan', () => {
  const advances = [{ advancedOn: dayAfter(10), amountCents: 1_200, paymentsBefore: 0 }]
  const debt = { ...plain, advances }
  const paidOn = dayAfter(30)
  const interest = owedOn(plain, paidOn).interestCents

  const split = (amountCents: number) => allocate(debt, { paidOn, amountCents })
  expect(split(1_000)).toEqual({ advanceCents: 1_000, interestCents: 0, principalCents: 0 })
  expect(split(1_300)).toEqual({ advanceCents: 1_200, interestCents: 100, principalCents: 0 })
  expect(split(1_200 + interest + 5)).toEqual({
    advanceCents: 1_200,
    interestCents: interest,
    principalCents: 5,
  })
})

test('a payment that counted before an advance of the same day keeps its split', () => {
  const on = dayAfter(30)
  const interest = owedOn(plain, on).interestCents
  const payments = [{ paidOn: on, amountCents: interest + 1_000 }]
  const late = { advancedOn: on, amountCents: 1_200, paymentsBefore: 1 }
  const early = { ...late, paymentsBefore: 0 }

  const owed = (advance: typeof late) => owedOn({ ...plain, payments, advances: [advance] }, on)
  expect(owed(late)).toMatchObject({ principalCents: 999_000, advanceCents: 1_200 })
  expect(owed(early)).toMatchObject({ principalCents: 1_000_000, advanceCents: 0 })
})
