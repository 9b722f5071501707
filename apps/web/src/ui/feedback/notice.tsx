import type { ReactNode } from 'react'
import styles from './notice.module.css'

type NoticeProps = { icon: ReactNode; children: ReactNode; action?: ReactNode; kind?: 'wait' }

/** A calm message that stays: a fact, and what can be done about it. */
export function Notice({ icon, children, action, kind }: NoticeProps) {
  return (
    <div className={styles.notice} data-kind={kind}>
      {icon}
      <p>{children}</p>
      {action}
    </div>
  )
}
