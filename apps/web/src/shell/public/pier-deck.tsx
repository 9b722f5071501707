import type { ReactNode } from 'react'
import { Mark } from '../../ui/display/mark.tsx'
import styles from './pier-deck.module.css'

type PierDeckProps = {
  /** The deck ends early, for an address that does not exist. */
  ends?: boolean
  /** What is shown in the water. */
  children?: ReactNode
}

/** The picture of a pier: its deck on posts over the water. */
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
