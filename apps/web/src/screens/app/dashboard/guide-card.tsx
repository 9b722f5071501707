import { Link } from 'react-router'
import { Mark } from '../../../ui/display/mark.tsx'
import styles from './dashboard-screen.module.css'

/** Stands where the product has its article: there are no news, and this one stays true. */
export function GuideCard() {
  return (
    <article className={styles.card}>
      <div className={styles.band}>
        <Mark size={230} angle={22} onWater />
      </div>
      <div className={styles.text}>
        <p className={styles.kicker}>Guide</p>
        <h2>How a loan runs</h2>
        <p>Signed, in custody, paid, repaid, returned. Who acts at each step, and what it costs.</p>
        <Link to="/borrowers">Read the guide</Link>
      </div>
    </article>
  )
}
