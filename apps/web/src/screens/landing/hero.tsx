import { Button } from '@mantine/core'
import { brand } from '@pier/protocol/brand'
import { Link } from 'react-router'
import { QuoteField } from '../../domains/quote-field.tsx'
import { Mark } from '../../ui/display/mark.tsx'
import styles from './hero.module.css'
import turn from './turn.module.css'

const bullets = [
  'Borrow working capital without selling the domain.',
  'Keep full DNS control while it is in escrow.',
  'Earn yield by lending.',
]

export function Hero() {
  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        <h1>{brand.headline}</h1>
        <ul className={styles.bullets}>
          {bullets.map((bullet) => (
            <li key={bullet}>{bullet}</li>
          ))}
        </ul>
        <div className={styles.ask}>
          <QuoteField />
          <div className={styles.below}>
            <p>No account needed. Nobody is told that you asked.</p>
            <div className={styles.actions}>
              <Button component={Link} to="/#borrow" variant="default">
                For Borrowers
              </Button>
              <Button component={Link} to="/#lend" variant="default">
                For Lenders
              </Button>
            </div>
          </div>
        </div>
      </div>
      <div aria-hidden="true" className={styles.pinwheel}>
        <div className={styles.stick} />
        <div className={`${styles.wheel} ${turn.turn}`}>
          <Mark size="100%" />
        </div>
      </div>
    </section>
  )
}
