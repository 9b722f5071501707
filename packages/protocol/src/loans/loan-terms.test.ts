import { expect, test } from 'vitest'
import {
  adjustedBps,
  daysBetween,
  interestCents,
  loanToValuePercent,
  payoffCents,
  perDiemCents,
} from './loan-terms.ts'

const example = { principalCents: 1_000_000, rateBps: 2400, termDays: 90 }
const lanternfish = { principalCents: 1_450_000, rateBps: 1800, termDays: 120 }

const principals = [0, 1, 99, 2500, 333_333, 1_000_000, 999_999_999_99]
const rates = [0, 1, 150, 1275, 2400, 9999, 100_000]

test('the example of the product rules comes out to the cent', () => {
  expect(adjustedBps(example)).toBe(592)
  expect(interestCents({ ...example, days: 90 })).toBe(59_178)
  expect(payoffCents({ ...example, days: 90 })).toBe(1_059_178)
  expect(perDiemCents(example)).toBe(658)
})

test('the payoff follows the day, before the due date, on it and in grace', () => {
  expect(payoffCents({ ...lanternfish, days: 104 })).toBe(1_524_367)
  expect(payoffCents({ ...lanternfish, days: 120 })).toBe(1_535_808)
  expect(payoffCents({ ...lanternfish, days: 127 })).toBe(1_540_814)
})

test('whoever repays early owes seven days, or the whole term where that is shorter', () => {
  const sevenDays = payoffCents({ ...example, days: 7 })

  for (let days = 0; days <= 7; days++) expect(payoffCents({ ...example, days })).toBe(sevenDays)
  expect(payoffCents({ ...example, days: 8 })).toBeGreaterThan(sevenDays)

  const short = { ...example, termDays: 3 }
  const threeDays = payoffCents({ ...short, days: 3 })
  for (let days = 0; days <= 3; days++) expect(payoffCents({ ...short, days })).toBe(threeDays)
  expect(payoffCents({ ...short, days: 4 })).toBeGreaterThan(threeDays)
})

test('half a cent is rounded up, and less than half is not', () => {
  // 7300 × 250 is exactly half of 10000 × 365.
  expect(interestCents({ principalCents: 7300, rateBps: 250, days: 1 })).toBe(1)
  expect(interestCents({ principalCents: 7299, rateBps: 250, days: 1 })).toBe(0)
})

test('interest is never negative, grows with the days, and is near the exact amount', () => {
  for (const principalCents of principals)
    for (const rateBps of rates) {
      let before = 0
      for (let days = 0; days <= 1100; days += 11) {
        const interest = interestCents({ principalCents, rateBps, days })
        const error =
          BigInt(interest) * 3_650_000n - BigInt(principalCents) * BigInt(rateBps * days)

        expect(interest).toBeGreaterThanOrEqual(before)
        expect(error <= 1_825_000n && error > -1_825_000n).toBe(true)
        before = interest
      }
    }
})

test('a payoff is never below the principal and never falls', () => {
  for (const principalCents of principals)
    for (const rateBps of rates)
      for (const termDays of [1, 5, 7, 30, 365]) {
        let before = principalCents
        for (let days = 0; days <= termDays + 40; days += 3) {
          const payoff = payoffCents({ principalCents, rateBps, termDays, days })

          expect(payoff).toBeGreaterThanOrEqual(before)
          before = payoff
        }
      }
})

test('one year adjusted is the yearly rate', () => {
  for (const rateBps of rates) expect(adjustedBps({ rateBps, termDays: 365 })).toBe(rateBps)
})

test.each([
  { principalCents: -1, rateBps: 100, days: 1 },
  { principalCents: 100, rateBps: -1, days: 1 },
  { principalCents: 100, rateBps: 100, days: -1 },
  { principalCents: 0.5, rateBps: 100, days: 1 },
  { principalCents: 100, rateBps: 18.5, days: 1 },
  { principalCents: 100, rateBps: 100, days: Number.NaN },
  { principalCents: Number.MAX_SAFE_INTEGER, rateBps: 1_000_000, days: 36_500 },
])('terms that cannot be are refused: %o', (terms) => {
  expect(() => interestCents(terms)).toThrow(RangeError)
})

test('loan to value is whole percent, and nothing without a value', () => {
  expect(loanToValuePercent({ amountCents: 1_450_000, valueCents: 4_100_000 })).toBe(35)
  expect(loanToValuePercent({ amountCents: 410_000, valueCents: 640_000 })).toBe(64)
  expect(loanToValuePercent({ amountCents: 500, valueCents: 100 })).toBe(500)
  expect(loanToValuePercent({ amountCents: 500, valueCents: 0 })).toBeNull()
  expect(loanToValuePercent({ amountCents: 500, valueCents: null })).toBeNull()
})

test('days are counted without the first and with the last, over leap days and clock changes', () => {
  expect(daysBetween({ from: '2026-07-02', to: '2026-10-14' })).toBe(104)
  expect(daysBetween({ from: '2026-07-02', to: '2026-10-30' })).toBe(120)
  expect(daysBetween({ from: '2028-02-28', to: '2028-03-01' })).toBe(2)
  expect(daysBetween({ from: '2026-10-30', to: '2026-10-30' })).toBe(0)
  expect(daysBetween({ from: '2026-10-30', to: '2026-10-28' })).toBe(-2)
  expect(() => daysBetween({ from: 'yesterday', to: '2026-10-28' })).toThrow(RangeError)
})
