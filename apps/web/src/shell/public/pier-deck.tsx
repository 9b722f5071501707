import type { ReactNode } from 'react'
import { Mark } from '../../ui/display/mark.tsx'
import styles from './pier-deck.module.css'

type PierDeckProps = {
  /** It ends early where the address does. */
  ends?: boolean
  /** What stands in the water, with posts of its own. */
  children?: ReactNode
}

/** The deck on its posts over the water. */
export function PierDeck({ ends = false, children = false }: PierDeckProps) {
  return (
    <div className={styles.pier} data-ends={ends || undefined}>
      <div className={styles.deck} />
      <div className={styles.water} data-bare={children === false || undefined}>
        {ends && <Mark size={188} angle={72} onWater className={styles.fallen} />}
        {children}
      </div>
    </div>
  )
}
