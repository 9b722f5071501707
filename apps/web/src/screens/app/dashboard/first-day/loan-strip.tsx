import { Link } from 'react-router'
import styles from './loan-strip.module.css'
import type { Side } from './steps.ts'

const posts = (isLender: boolean) => [
  { label: 'Signed', note: 'both sides' },
  { label: 'In custody', note: 'some days' },
  { label: 'Paid', note: isLender ? 'you to the borrower' : 'lender to you' },
  { label: 'Loan runs', note: isLender ? 'we hold the name' : 'DNS stays yours' },
  { label: 'Repaid', note: isLender ? 'borrower to you' : 'you to lender' },
  { label: 'Returned', note: isLender ? 'name to borrower' : 'at once' },
]

/** The way of a loan in six posts, with the guide that tells it at length. */
export function LoanStrip({ side }: { side: Side }) {
  const isLender = side === 'lend'
  return (
    <article aria-labelledby="loan-strip" className={styles.strip}>
      <div className={styles.head}>
        <h2 id="loan-strip">How a loan runs</h2>
        <Link to={isLender ? '/lenders' : '/borrowers'}>Read the guide</Link>
      </div>
      <ol>
        {posts(isLender).map(({ label, note }) => (
          <li key={label}>
            <b>{label}</b>
            <span>{note}</span>
          </li>
        ))}
      </ol>
    </article>
  )
}
