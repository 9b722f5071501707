/** All figures of the page of numbers, one a line, with the same ones hidden. */
import type { CallOutput } from '@pier/protocol/calls/calls'
import { totalText } from '@pier/protocol/loans/small-counts'
import { writeCsv } from '../../../../platform/csv.ts'

type Numbers = CallOutput<'GET /numbers'>
type Books = CallOutput<'GET /numbers/reconciliation'>

const columns = ['Table', 'Of', 'Figure', 'Value']

export const writeNumbers = (numbers: Numbers, books: Books): string =>
  writeCsv(columns, [
    ['As of (UTC)', '', '', numbers.as_of],
    ...totalRows(numbers),
    ...numbers.cohorts.flatMap(quarterRows),
    ...numbers.late.map(({ from, to, count }) => [
      'Late today',
      to === null ? `${from} days or more` : `${from} to ${to} days`,
      'Open loans',
      totalText(count),
    ]),
    ...bookRows(books),
  ])

function totalRows({ totals, decided, custody }: Numbers): string[][] {
  const all = (figure: string, value: string) => ['All loans', '', figure, value]
  const by = (figure: string, value: string) => ['Decided by two operators', '', figure, value]
  return [
    all('Paid out', totalText(totals.paid_out)),
    all('Paid out (USD, two digits)', measure(totals.amount)),
    all('Ended', totalText(totals.ended)),
    all('Repaid', totalText(totals.repaid)),
    all('Repaid by the end of grace', totalText(totals.in_time)),
    all('Seized', totalText(totals.seized)),
    all('Open', totalText(totals.open)),
    all('Not late', totalText(totals.running)),
    all('Late', totalText(totals.late)),
    ['Custody', '', 'Names held, ever', totalText(custody.held)],
    ['Custody', '', 'Names lost', totalText(custody.lost)],
    by('Seizures confirmed', totalText(decided.seizures_confirmed)),
    by('Seizures declined', totalText(decided.seizures_declined)),
    by('Rulings on disputes', totalText(decided.rulings)),
    by('Reversed on appeal', totalText(decided.reversed)),
    by('Median time from proposal to decision (hours)', measure(decided.median_hours)),
  ]
}

function quarterRows(cohort: Numbers['cohorts'][number]): string[][] {
  const row = (figure: string, value: string) => ['Loans by quarter', cohort.quarter, figure, value]
  const { medians } = cohort
  return [
    row('Paid out', totalText(cohort.funded)),
    row('Repaid', totalText(cohort.repaid)),
    row('Running', totalText(cohort.running)),
    row('Late today', totalText(cohort.late)),
    row('Seized', totalText(cohort.seized)),
    row('Median APR (%)', measure(medians.apr)),
    row('Median loan to value (%)', measure(medians.ltv)),
    row('Median loan to value, of how many loans', totalText(medians.ltv_loans)),
    row('Median time to money (days)', measure(medians.days_to_money)),
  ]
}

function bookRows({ as_of, owed, cash, owed_to_registries, rest }: Books): string[][] {
  const row = (figure: string, dollars: number) => [
    'Owed against held',
    as_of,
    `${figure} (USD)`,
    dollars.toFixed(2),
  ]
  return [
    row('Balances', owed.balances),
    row('Set aside for fees', owed.set_aside),
    row('Withdrawals', owed.withdrawals),
    row('We owe users', owed.total),
    row('Card provider', cash.card),
    row('Crypto provider', cash.crypto),
    row('Held for us', cash.total),
    row('Owed to registries', owed_to_registries),
    row('Ours', rest),
  ]
}

const measure = (value: number | null) => (value === null ? '' : String(value))
