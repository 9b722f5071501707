import { type ReactNode, useId } from 'react'
import styles from './loan-page.module.css'

type LoanCardProps = { title: string; aside?: ReactNode; children: ReactNode }

/** One box of this screen: its title, what is beside the title, and its content. */
export function LoanCard({ title, aside, children }: LoanCardProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.card}>
      <div className={styles.cardHead}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
