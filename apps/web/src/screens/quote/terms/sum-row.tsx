import type { ReactNode } from 'react'
import styles from './sum-row.module.css'

type SumRowProps = { label: ReactNode; note?: ReactNode; value: string; total?: boolean }

/** A line of a bill, inside a list of definitions. */
export const SumRow = ({ label, note, value, total }: SumRowProps) => (
  <div className={styles.row} data-total={total || undefined}>
    <dt>
      {label}
      {note && <span className={styles.note}>{note}</span>}
    </dt>
    <dd>{value}</dd>
  </div>
)
