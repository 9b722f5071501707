import { centsOf, formatMoney, formatRate } from '@pier/protocol/money'
import { countOf } from '@pier/protocol/text'
import { fullDay } from '../../../../text/date-text.ts'
import { reckonTerms, type TypedTerms } from '../../../../terms/typed-terms.ts'
import { VisuallyHidden } from '../../../../ui/display/visually-hidden.tsx'
import styles from './now-and-after.module.css'

type Terms = { typed: TypedTerms; endsAt: string }
type NowAndAfterProps = { now: Terms; after: Terms; estimatedValue: number | null }

/** A listing now and after the change, side by side. */
export function NowAndAfter({ now, after, estimatedValue }: NowAndAfterProps) {
  const valueCents = estimatedValue === null ? null : centsOf(estimatedValue)
  const rows = rowsOf({ now, after, valueCents })
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>Figure</VisuallyHidden>
          </th>
          <th scope="col">Now</th>
          <th scope="col">After saving</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, before, next, total }) => (
          <tr key={label} data-total={total}>
            <th scope="row">{label}</th>
            <td>{before}</td>
            <td>{next}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Compared = { now: Terms; after: Terms; valueCents: number | null }

function rowsOf({ now, after, valueCents }: Compared) {
  const [one, two] = [now, after].map(({ typed }) => reckonTerms(typed, valueCents)) as [
    Reckoned,
    Reckoned,
  ] // One for each of the two.
  const value = valueCents === null ? '' : `, on ${formatMoney(valueCents, { whole: true })}`
  return [
    row(adjustedLabel(one, two), [adjusted(one), adjusted(two)]),
    row('Interest', [money(one.interestCents), money(two.interestCents)]),
    row(`Loan to value${value}`, [percent(one.ltvPercent), percent(two.ltvPercent)]),
    row('Listing ends', [fullDay(now.endsAt), fullDay(after.endsAt)]),
    { ...row('You would repay', [money(one.repayCents), money(two.repayCents)]), total: true },
  ]
}

type Reckoned = ReturnType<typeof reckonTerms>
type Row = { label: string; before: string; next: string; total?: boolean }

const row = (label: string, [before, next]: [string, string]): Row => ({ label, before, next })

/** The label names the days only where both terms are the same. */
const adjustedLabel = (one: Reckoned, two: Reckoned) =>
  one.termDays === two.termDays && one.termDays !== null
    ? `Adjusted for ${days(one.termDays)}`
    : 'Adjusted for the term'

const days = (count: number) => countOf(count, 'day')
const adjusted = ({ adjustedBps }: Reckoned) =>
  adjustedBps === null ? unknown : formatRate(adjustedBps)
const money = (cents: number | null) => (cents === null ? unknown : formatMoney(cents))
const percent = (value: number | null) => (value === null ? unknown : `${value}%`)

const unknown = 'unknown'
