import { formatMoney, centsOf } from '@pier/protocol/money'
import { countText, totalText } from '@pier/protocol/loans/small-counts'
import { countsOf, sinceText, totalOrRange, type Numbers, type Outcome } from './number-text.ts'
import styles from './numbers.module.css'

type Figure = { label: string; value: string; hint: string }

export const TopFigures = ({ numbers }: { numbers: Numbers }) => (
  <dl className={styles.figures}>
    {figuresOf(numbers).map(({ label, value, hint }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          <strong>{value}</strong>
          <small>{hint}</small>
        </dd>
      </div>
    ))}
  </dl>
)

function figuresOf({ totals, cohorts, custody, since }: Numbers): Figure[] {
  const text = (total: typeof totals.open, ...of: Outcome[]) =>
    totalOrRange(total, countsOf(cohorts, of))
  const amount = totals.amount === null ? '' : formatMoney(centsOf(totals.amount), { whole: true })
  return [
    {
      label: 'Loans paid out',
      value: text(totals.paid_out, 'repaid', 'running', 'late', 'seized'),
      hint: amount ? `about ${amount} ${sinceText(since)}` : sinceText(since),
    },
    {
      label: 'Ended',
      value: text(totals.ended, 'repaid', 'seized'),
      hint: `${text(totals.repaid, 'repaid')} repaid, ${text(totals.seized, 'seized')} seized`,
    },
    {
      label: 'Open',
      value: text(totals.open, 'running', 'late'),
      hint: `${text(totals.running, 'running')} not late, ${text(totals.late, 'late')} late`,
    },
    inTime(totals),
    {
      label: 'Names lost in custody',
      value: countText(custody.lost),
      hint: custody.held === null ? 'of all held' : `of ${totalText(custody.held)} held so far`,
    },
  ]
}

function inTime({ in_time, ended }: Numbers['totals']): Figure {
  const label = 'Repaid by the end of grace'
  return in_time === null || typeof ended !== 'number' || ended === 0
    ? { label, value: '–', hint: 'too few to say' }
    : {
        label,
        value: `${Math.floor((100 * in_time) / ended)}%`,
        hint: `${in_time} of ${ended} ended loans`,
      }
}
