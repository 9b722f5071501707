import styles from './late-ladder.module.css'

const rungs = [
  { title: 'Loan runs', text: 'Repay any day. Partial payments from $25.' },
  { title: 'Due date', text: 'Reminders from 30 days before.' },
  { title: '7 days of grace', text: 'Nothing happens to the domain.' },
  {
    title: 'Notice, 20 days',
    text: 'The lender states non-payment. Pay, object or ask for an extension, up to the last minute.',
  },
  { title: 'Two operators check', text: 'Only then does the domain change hands.' },
]

/** The timeline of a late loan, up to the end of one that is never repaid. */
export function LateLadder() {
  return (
    <ol aria-label="When a loan is late" className={styles.ladder}>
      {rungs.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  )
}
