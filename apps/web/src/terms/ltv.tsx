import { VisuallyHidden } from '../ui/display/visually-hidden.tsx'
import styles from './ltv.module.css'

const highFrom = 60

/** How much of the estimated value is lent. Unknown without an estimate. */
export function Ltv({ percent }: { percent: number | null }) {
  const spoken = percent === null ? 'unknown' : `${percent} percent`
  return (
    <div className={styles.gauge}>
      <VisuallyHidden>loan to value {spoken}</VisuallyHidden>
      <span aria-hidden="true" className={styles.label}>
        LTV
      </span>
      {percent === null ? (
        <span aria-hidden="true" className={styles.unknown} />
      ) : (
        <span aria-hidden="true" className={styles.bar} data-high={percent > highFrom || undefined}>
          <span className={styles.fill} style={{ width: `${Math.min(percent, 100)}%` }} />
        </span>
      )}
      <span aria-hidden="true" className={percent === null ? styles.label : styles.percent}>
        {percent === null ? 'unknown' : `${percent}%`}
      </span>
    </div>
  )
}
