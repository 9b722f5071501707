import { LateLadder } from './late-ladder.tsx'
import styles from './terms-section.module.css'
import { exampleRows } from './worked-example.ts'

export function TermsSection() {
  return (
    <section aria-labelledby="terms" className={styles.section}>
      <div className={styles.inside}>
        <div>
          <h2 id="terms">No surprises, in either direction</h2>
          <p>
            Simple interest, counted by the day. No compounding, no late fee, no penalty rate. Every
            later date is printed in the agreement and on the loan screen before anyone signs.
          </p>
        </div>
        <dl className={styles.example}>
          {exampleRows().map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <LateLadder />
      </div>
    </section>
  )
}
