import { Link } from 'react-router'
import { Mark } from '../../ui/display/mark.tsx'
import styles from './back-to-top.module.css'
import turn from './turn.module.css'

/** The pinwheel docks here once the hero is past. It is sticky, so it needs no script to appear. */
export function BackToTop() {
  return (
    <div className={styles.track}>
      <Link to="/" aria-label="Back to top" className={styles.dock}>
        <span className={turn.turn}>
          <Mark size={60} />
        </span>
      </Link>
    </div>
  )
}
