import { Mark } from '../ui/mark.tsx'
import styles from './pier-deck.module.css'

/** The deck on its posts over the water. It ends early where the address does. */
export function PierDeck({ ends = false }: { ends?: boolean }) {
  return (
    <div aria-hidden="true" className={styles.pier} data-ends={ends || undefined}>
      <div className={styles.deck} />
      <div className={styles.water}>
        {ends && <Mark size={188} angle={72} onWater className={styles.fallen} />}
      </div>
    </div>
  )
}
