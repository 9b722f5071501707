import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

type ErrorStateProps = {
  title: ReactNode
  hint?: ReactNode
  /** What support finds it by. */
  reference?: string
  action?: ReactNode
}

/** Something did not load, in the place where it would stand. */
export function ErrorState({ title, hint, reference, action }: ErrorStateProps) {
  return (
    <div role="alert" className={styles.state}>
      <IconAlertCircle size={32} aria-hidden="true" className={styles.icon} />
      <p className={styles.title}>{title}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
      {reference && (
        <p className={styles.hint}>
          Reference <code className={styles.reference}>{reference}</code>
        </p>
      )}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
