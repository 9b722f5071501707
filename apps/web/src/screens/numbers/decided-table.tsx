import { countText, totalText } from '@pier/protocol/loans/small-counts'
import { sinceText, spanText, type Numbers } from './number-text.ts'
import page from './numbers.module.css'
import styles from './late-table.module.css'

export function DecidedTable({ numbers: { decided, since } }: { numbers: Numbers }) {
  const rows = [
    ['Seizures confirmed', totalText(decided.seizures_confirmed)],
    ['Seizures declined by the second operator', countText(decided.seizures_declined)],
    ['Rulings on disputes', countText(decided.rulings)],
    ['Reversed on appeal', countText(decided.reversed)],
    [
      'Median time from proposal to decision',
      decided.median_hours === null ? 'Too few to say' : spanText(decided.median_hours),
    ],
  ]
  return (
    <section className={page.card} aria-labelledby="decided">
      <div className={page.cardHead}>
        <h2 id="decided">Decided by two operators</h2>
        <p className={page.unit}>{sinceText(since)}</p>
      </div>
      <table className={styles.table} data-wide>
        <thead className={page.unseen}>
          <tr>
            <th scope="col">Decision</th>
            <th scope="col">Figure</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
