import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { Reference } from './reference.tsx'

type ErrorStateProps = {
  title: ReactNode
  hint?: ReactNode
  reference?: string | undefined
  action?: ReactNode
}

/** Something did not load: shown in its place. */
export function ErrorState({ title, hint, reference, action }: ErrorStateProps) {
  return (
    <div role="alert" className={styles.state}>
      <IconAlertCircle size={32} aria-hidden="true" className={styles.icon} />
      <p className={styles.title}>{title}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
      <Reference id={reference} />
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
