import { countText, fewText, type Count } from '@pier/protocol/loans/small-counts'
import { countsOf, totalOrRange, type Numbers } from './number-text.ts'
import page from './numbers.module.css'
import styles from './late-table.module.css'

type Row = { name: string; count: Count | null; text: string; isLate: boolean }

/** A table with a bar in each row: the bars only repeat the counts. */
export function LateTable({ numbers }: { numbers: Numbers }) {
  const { totals, cohorts, late } = numbers
  const text = (total: typeof totals.open, of: ('running' | 'late')[]) =>
    totalOrRange(total, countsOf(cohorts, of))
  const rows: Row[] = [
    {
      name: 'Not late',
      count: totals.running,
      text: text(totals.running, ['running']),
      isLate: false,
    },
    ...late.map(({ from, to, count }) => ({
      name: delayText(from, to),
      count,
      text: countText(count),
      isLate: true,
    })),
    ...(late.length === 0
      ? [{ name: 'Late', count: null, text: text(totals.late, ['late']), isLate: true }]
      : []),
  ]
  const most = Math.max(1, ...rows.map(({ count }) => (typeof count === 'number' ? count : 0)))
  return (
    <section className={page.card} aria-labelledby="late-today">
      <div className={page.cardHead}>
        <h2 id="late-today">Late today</h2>
        <p className={page.unit}>
          {text(totals.open, ['running', 'late'])} open loans, days after the due date
        </p>
      </div>
      <table className={styles.table}>
        <thead className={page.unseen}>
          <tr>
            <th scope="col">Days late</th>
            <th scope="col">Open loans</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, count, text: written, isLate }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <span className={styles.track} aria-hidden="true">
                  <span
                    data-late={isLate || undefined}
                    data-few={typeof count === 'number' ? undefined : true}
                    style={{ width: barWidth(count, most) }}
                  />
                </span>
                <span className={styles.value}>{written}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function delayText(from: number, to: number | null): string {
  if (to !== null) return `${from} to ${to} days`
  return from === 1 ? 'Late' : `Over ${from - 1} days`
}

const barWidth = (count: Count | null, most: number) =>
  count === fewText || count === null ? '6%' : `${(count / most) * 100}%`
