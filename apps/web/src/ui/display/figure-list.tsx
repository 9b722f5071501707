import type { ReactNode } from 'react'
import styles from './figure-list.module.css'

type Figure = { label: string; value: ReactNode; total?: boolean }

/** Labels on the left, their figures on the right. */
export function FigureList({ figures, sunken }: { figures: readonly Figure[]; sunken?: boolean }) {
  return (
    <dl className={styles.figures} data-sunken={sunken || undefined}>
      {figures.map(({ label, value, total }) => (
        <div key={label} data-total={total || undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
