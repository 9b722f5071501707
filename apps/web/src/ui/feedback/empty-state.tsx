import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { Mark } from '../display/mark.tsx'

type EmptyStateProps = { title: ReactNode; hint?: ReactNode; action?: ReactNode }

/** Nothing is here, and it is not a failure: one line, and one next step. */
export function EmptyState({ title, hint, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <Mark size={56} />
      <p className={styles.title}>{title}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
