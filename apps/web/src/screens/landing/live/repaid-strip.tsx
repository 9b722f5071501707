import { formatMoney } from '@pier/protocol/money'
import { months } from '@pier/protocol/say-time'
import { fewText, totalText } from '@pier/protocol/loans/small-counts'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { Link } from 'react-router'
import { fullDay } from '../../../text/date-text.ts'
import type { LandingFacts } from './read-landing.server.ts'
import styles from './repaid-strip.module.css'

type Repaid = NonNullable<LandingFacts['repaid']>
type Loan = Repaid['loans'][number]

/** The last loans that were repaid, without their names. */
export function RepaidStrip({ repaid }: { repaid: Repaid }) {
  return (
    <section aria-labelledby="repaid" className={styles.section} data-live-part="">
      <div className={styles.inside}>
        <div>
          <h2 id="repaid">Recently repaid</h2>
          <p>
            {sayTotals(repaid)} <Link to="/numbers">Numbers</Link>
          </p>
        </div>
        <ol className={styles.loans}>
          {repaid.loans.map((loan, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- Two nameless loans may be alike.
            <li key={place}>
              <b>
                <IconCircleCheckFilled size={16} aria-hidden="true" />
                {nameless(loan)}
              </b>
              <span>{saySum(loan)}</span>
              <span>
                {fullDay(loan.repaidOn)}, {sayWhen(loan.daysAfterDue)}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

/** An eight, an eleven and an eighteen; all others have an A. */
const nameless = ({ letters, ending }: Loan) =>
  `${[8, 11, 18].includes(letters) ? 'An' : 'A'} ${letters}-letter ${ending}`

function saySum({ amountCents, termDays }: Loan): string {
  const amount = formatMoney(amountCents, { whole: true })
  const days = termDays === 1 ? '1 day' : `${termDays} days`
  return `About ${amount} for ${days}`
}

export function sayWhen(daysAfterDue: number): string {
  if (daysAfterDue === 0) return 'on the due date'
  const days = Math.abs(daysAfterDue)
  const said = days === 1 ? '1 day' : `${days} days`
  return daysAfterDue < 0 ? `${said} early` : `${said} after the due date`
}

/** Nothing where a count is left out, because it could be worked out who is behind it. */
function sayTotals({ ended, repaid, since }: Repaid): string {
  if (ended === null || repaid === null || repaid === fewText || !since) return ''
  const from = new Date(since)
  const month = `${months[from.getUTCMonth()] ?? ''} ${from.getUTCFullYear()}`
  return `${totalText(repaid)} of ${totalText(ended)} ended loans were repaid, since ${month}.`
}
