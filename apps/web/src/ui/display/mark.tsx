import { useEffect, useState } from 'react'
import styles from './mark.module.css'

const back = 'M0 0 L-34.89 -34.89 L2.14 -34.89 C14.24 -34.89 19.94 -22.07 12.10 -12.10 Z'
const fold = 'M0 0 C-4.98 -12.82 -4.98 -24.92 2.14 -34.89 C14.24 -34.89 19.94 -22.07 12.10 -12.10 Z'
const startDelayMs = 120
const oneMore = (quarters: number) => quarters + 1

type MarkProps = {
  size: number | string
  /** Quarter turns while true. It always comes to rest on a full quarter. */
  turning?: boolean
  /** On the dark ground of the water or of a filled button. */
  onWater?: boolean
  /** A fixed turn, in degrees, where the mark is a picture. */
  angle?: number
  className?: string | undefined
}

/** The pinwheel. One blade is red, so that rotation can be read. Text beside it names the product. */
export function Mark({ size, turning = false, onWater = false, angle = 0, className }: MarkProps) {
  const [quarters, setQuarters] = useState(0)

  useEffect(() => {
    const isStill = !turning || matchMedia('(prefers-reduced-motion: reduce)').matches
    if (isStill) return undefined
    const timer = setTimeout(() => setQuarters(oneMore), startDelayMs)
    return () => clearTimeout(timer)
  }, [turning])

  const classes = [styles.mark, turning && styles.turning, onWater && styles.onWater, className]
  return (
    <svg
      aria-hidden="true"
      viewBox="-50 -50 100 100"
      width={size}
      height={size}
      className={classes.filter(Boolean).join(' ')}
      style={{ transform: `rotate(${angle + quarters * 90}deg)` }}
      onTransitionEnd={() => turning && setQuarters(oneMore)}
    >
      {[0, 90, 180, 270].map((degrees) => (
        <g
          key={degrees}
          transform={`rotate(${degrees})`}
          className={degrees === 270 ? styles.red : undefined}
        >
          <path d={back} className={styles.back} />
          <path d={fold} className={styles.fold} />
        </g>
      ))}
      <circle r="3.4" className={styles.pin} />
    </svg>
  )
}
