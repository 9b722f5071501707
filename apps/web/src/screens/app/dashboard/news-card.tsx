import { Mark } from '../../../ui/display/mark.tsx'
import styles from './dashboard-screen.module.css'

export function NewsCard() {
  return (
    <article className={styles.card}>
      <div className={styles.band}>
        <Mark size={230} angle={22} onWater />
      </div>
      <div className={styles.text}>
        <p className={styles.kicker}>News</p>
        <h2>How we count days</h2>
        <p>
          Interest starts the day after money arrives. A short note on value dates, time zones and
          early repayment.
        </p>
      </div>
    </article>
  )
}
