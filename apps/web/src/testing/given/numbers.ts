import type { CallOutput } from '@pier/protocol/calls/calls'

type Numbers = CallOutput<'GET /numbers'>
type Count = Numbers['cohorts'][number]['repaid']
type Medians = [apr: number, ltv: number, days: number]

const cohort = (quarter: string, counts: Count[], [apr, ltv, days]: Medians) => {
  const [repaid = 0, running = 0, late = 0, seized = 0] = counts
  const shown = counts.filter((count) => typeof count === 'number')
  const funded = shown.length === counts.length ? shown.reduce((all, one) => all + one, 0) : null
  const medians = { apr, ltv, ltv_loans: null, days_to_money: days }
  return { quarter, funded, repaid, running, late, seized, medians }
}

const nothing = { paid_out: 0, ended: 0, open: 0, repaid: 0, running: 0, late: 0, seized: 0 }

export const noNumbers: Numbers = {
  as_of: '2026-10-14T14:06:00.000Z',
  since: null,
  totals: { ...nothing, amount: null, in_time: 0 },
  cohorts: [],
  late: [
    { from: 1, to: 7, count: 0 },
    { from: 8, to: 30, count: 0 },
    { from: 31, to: 90, count: 0 },
    { from: 91, to: null, count: 0 },
  ],
  decided: {
    seizures_confirmed: 0,
    seizures_declined: 0,
    rulings: 0,
    reversed: 0,
    median_hours: null,
  },
  custody: { held: 0, lost: 0 },
}

/** One quarter, in which little happened: its totals are left out. */
export const fewNumbers: Numbers = {
  ...noNumbers,
  since: '2026-07-01',
  totals: {
    ...nothing,
    paid_out: null,
    ended: '<5',
    open: 6,
    repaid: '<5',
    running: 6,
    amount: null,
    in_time: null,
  },
  cohorts: [
    {
      ...cohort('2026-Q3', ['<5', 6, 0, 0], [18, 0, 5.5]),
      medians: { apr: 18, ltv: null, ltv_loans: null, days_to_money: 5.5 },
    },
  ],
  custody: { held: null, lost: 0 },
}

export const manyNumbers: Numbers = {
  as_of: '2026-10-14T14:06:00.000Z',
  since: '2025-01-01',
  totals: {
    paid_out: 243,
    ended: 181,
    open: 62,
    repaid: 173,
    running: 52,
    late: 10,
    seized: 8,
    amount: 2_300_000,
    in_time: 165,
  },
  cohorts: [
    cohort('2026-Q3', [7, 44, 10, 0], [17.5, 34, 3.9]),
    cohort('2026-Q2', [36, 8, 0, '<5'], [18, 34, 4.2]),
    cohort('2026-Q1', [38, 0, 0, '<5'], [18.5, 35, 4.6]),
    cohort('2025-Q4', [34, 0, 0, 0], [19, 36, 4.9]),
    cohort('2025-Q3', [27, 0, 0, '<5'], [19.5, 36, 5.1]),
    cohort('2025-Q2', [19, 0, 0, '<5'], [20.5, 37, 5.8]),
    cohort('2025-Q1', [12, 0, 0, '<5'], [21, 38, 6.4]),
  ],
  late: [
    { from: 1, to: 7, count: 5 },
    { from: 8, to: 30, count: '<5' },
    { from: 31, to: 90, count: '<5' },
    { from: 91, to: null, count: 0 },
  ],
  decided: {
    seizures_confirmed: 8,
    seizures_declined: '<5',
    rulings: 9,
    reversed: 0,
    median_hours: 9,
  },
  custody: { held: 268, lost: 0 },
}

export const books: CallOutput<'GET /numbers/reconciliation'> = {
  as_of: '2026-10-14T14:06:00.000Z',
  owed: { balances: 61_240.55, set_aside: 5871.64, withdrawals: 1300, total: 68_412.19 },
  cash: { card: 52_400.13, crypto: 16_705.7, total: 69_105.83 },
  owed_to_registries: 521.2,
  rest: 172.44,
  compared: { at: '2026-10-14T13:35:00.000Z', difference: 0 },
}
