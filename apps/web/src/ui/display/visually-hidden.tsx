import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

/** Words for readers, where the eye sees it anyway. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>
}
