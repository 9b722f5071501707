import type { ReactNode } from 'react'
import styles from './whose-move.module.css'

/** The cell of a table that says who acts next. Only yours has the yellow dot. */
export function WhoseMove({ yours, children }: { yours: boolean; children: ReactNode }) {
  return (
    <span className={styles.move} data-yours={yours || undefined}>
      {children}
    </span>
  )
}
