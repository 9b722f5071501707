import {
  adjustedBps,
  interestCents,
  payoffCents,
  perDiemCents,
} from '@pier/protocol/loans/loan-terms'
import { formatMoney, formatRate } from '@pier/protocol/money'

const loan = { principalCents: 1_000_000, rateBps: 2400, termDays: 90 }
const earlyDays = 30

/** One loan worked out to the cent, with the arithmetic that every real one uses. */
export function exampleRows() {
  const { principalCents, rateBps, termDays } = loan
  const amount = formatMoney(principalCents, { whole: true })
  const payoffAfter = (days: number) => formatMoney(payoffCents({ ...loan, days }))
  return [
    {
      label: `${amount} for ${termDays} days at ${formatRate(rateBps)} APR`,
      value: `Adjusted ${formatRate(adjustedBps(loan))}`,
    },
    {
      label: `Interest, ${formatMoney(perDiemCents(loan))} a day`,
      value: formatMoney(interestCents({ ...loan, days: termDays })),
    },
    { label: 'Repaid on the due date', value: payoffAfter(termDays) },
    { label: `Repaid after ${earlyDays} days instead`, value: payoffAfter(earlyDays) },
  ]
}
