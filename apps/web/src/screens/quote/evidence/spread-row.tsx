import styles from './like-names.module.css'
import type { Quote } from '../quote-view.ts'

type Spread = NonNullable<Quote['like']['own']>['amount']

type SpreadRowProps = {
  label: string
  spread: Spread
  /** What the visitor has chosen: a triangle above the bar. */
  choice: number | null
  say: (value: number) => string
}

/** One percentile bar. The words below say the same, so the bar itself is not read out. */
export function SpreadRow({ label, spread, choice, say }: SpreadRowProps) {
  const { p10, p25, p50, p75, p90 } = spread
  const end = p90 * 1.25 || 1
  const at = (value: number) => `${Math.min(Math.max(value / end, 0), 1) * 100}%`
  const box = (from: number, to: number) => ({ left: at(from), width: at(to - from) })
  return (
    <div className={styles.row}>
      <div>
        <h3>{label}</h3>
        <p>median {say(p50)}</p>
      </div>
      <div className={styles.chart}>
        <div aria-hidden="true" className={styles.line}>
          <span className={styles.most} style={box(p10, p90)} />
          <span className={styles.middle} style={box(p25, p75)} />
          <span className={styles.median} style={{ left: at(p50) }} />
          {choice !== null && <span className={styles.choice} style={{ left: at(choice) }} />}
        </div>
        <p className={styles.words}>
          <span>
            middle half {say(p25)} to {say(p75)}
          </span>
          <span>
            8 in 10 {say(p10)} to {say(p90)}
          </span>
        </p>
      </div>
    </div>
  )
}
