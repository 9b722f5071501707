import { Button } from '@mantine/core'
import { brand } from '@pier/protocol/brand'
import { Link } from 'react-router'
import { PierDeck } from '../../shared/pier-deck.tsx'
import { Mark } from '../../ui/mark.tsx'
import styles from './landing-screen.module.css'

const description =
  'Loans secured by domain names. Borrow working capital without selling the domain, or lend.'

export const meta = () => [
  { title: `${brand.name}: ${brand.headline}` },
  { name: 'description', content: description },
]

const bullets = [
  'Borrow working capital without selling the domain.',
  'Keep full DNS control while it is in escrow.',
  'Earn yield by lending.',
]

const promises = [
  {
    title: 'The name is locked',
    text: 'It sits at our registrar under a transfer lock, renewal reserved. You stay the owner in the agreement and your site keeps running.',
  },
  {
    title: 'The loan goes direct',
    text: 'Lender pays borrower, borrower repays lender. Each payment counts when the other side confirms it.',
  },
  {
    title: 'The balance pays fees',
    text: 'Your site balance in USD covers registry transfer and renewal fees. It is never used for loan money.',
  },
]

export default function LandingScreen() {
  return (
    <>
      <section className={styles.hero}>
        <div>
          <h1>{brand.headline}</h1>
          <ul className={styles.bullets}>
            {bullets.map((bullet) => (
              <li key={bullet}>{bullet}</li>
            ))}
          </ul>
          <div className={styles.actions}>
            <Button component={Link} to="/register" size="xl">
              Get a Loan
            </Button>
            <Button component={Link} to="/login" size="xl" variant="default">
              Login
            </Button>
          </div>
        </div>
        <div aria-hidden="true" className={styles.wheel}>
          <Mark size="100%" />
          <div className={styles.stick} />
        </div>
      </section>
      <PierDeck />
      <section className={styles.promises}>
        <div className={styles.promisesInside}>
          <h2>We hold the domain. Never the money.</h2>
          {promises.map(({ title, text }) => (
            <div key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          ))}
        </div>
      </section>
    </>
  )
}
