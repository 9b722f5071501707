import { centsOf, formatMoney, formatRate } from '@pier/protocol/money'
import { countOf } from '@pier/protocol/text'
import type { Loan } from '../../../../api/loans/loans.ts'
import { fullDay, shortDay } from '../../../../text/date-text.ts'

export type Receipt = NonNullable<Loan['receipt']>
type Sums = NonNullable<Receipt['sums']>
type Row = { label: string; value: string; total?: boolean }

const money = (dollars: number) => formatMoney(centsOf(dollars))
const unnamed = 'No amount stated'

/** What the payments add up to, each figure with its basis. The last row is the total. */
export function sumRows({ sums, fees, total }: Receipt): Row[] {
  const amount = total?.amount ?? null
  const last = total && {
    label: total.label,
    value: amount === null ? unnamed : money(amount),
    total: true,
  }
  return [
    ...(sums ? debtRows(sums) : []),
    ...fees.map(({ what, date, amount: fee }) => ({
      label: `${what}, ${shortDay(date)}, from your balance`,
      value: money(fee),
    })),
    ...(last ? [last] : []),
  ]
}

function debtRows(sums: Sums): Row[] {
  const { principal, interest, advances, short_received, difference, by_domain, unpaid } = sums
  const row = (isThere: boolean, label: string, dollars: number): Row[] =>
    isThere ? [{ label, value: money(dollars) }] : []
  return [
    { label: 'Principal', value: money(principal) },
    ...row(short_received > 0, 'Received less than the principal', short_received),
    ...row(short_received < 0, 'Received more than the principal', short_received),
    { label: interestLabel(sums), value: money(interest) },
    ...row(advances > 0, 'Advanced by the lender for the renewal', advances),
    ...row((difference ?? 0) < 0, 'Paid less than owed', difference ?? 0),
    ...row((difference ?? 0) > 0, 'Paid more than owed', difference ?? 0),
    ...row(by_domain > 0, 'Settled with the domain', -by_domain),
    ...row(unpaid > 0, 'Owed when the loan ended', -unpaid),
  ]
}

/** "Interest, 41 days at 20.00%, $2.52 a day"; by the agreement where no payment is known. */
function interestLabel({ interest_days, rate, per_diem, is_least, paid }: Sums): string {
  const days = countOf(interest_days, 'day')
  const at = `${days} at ${formatRate(centsOf(rate))}`
  const by = paid === null ? 'Interest as agreed' : 'Interest'
  if (is_least) return `${by}, ${at}, minimum interest`
  return per_diem === null
    ? `${by}, ${at}, on the remaining principal`
    : `${by}, ${at}, ${money(per_diem)} a day`
}

/** What the due date would have cost, for comparison, and why interest stopped when it did. */
export function receiptNote({ sums }: Receipt): string | null {
  if (!sums) return null
  const { agreed, stopped_on, stopped_by } = sums
  return (
    `Agreed for ${fullDay(agreed.date)}: ${money(agreed.amount)}. ` +
    `Interest stopped on ${fullDay(stopped_on)}, ${stopped_by}.`
  )
}
