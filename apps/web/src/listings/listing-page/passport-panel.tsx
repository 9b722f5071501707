import { centsOf, formatMoney } from '@pier/protocol/money'
import { IconAlertTriangleFilled, IconCircleCheckFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ListingDetails } from '../../api/listings.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { clockTime, fullDay } from '../../text/date-text.ts'
import { type Fact, historyFacts, recordFacts, registrationFacts } from './passport-facts.ts'
import styles from './passport-panel.module.css'

type PassportPanelProps = { listing: ListingDetails; nowMs: number }

/** What is known about a name and its owner, from which source and when. */
export function PassportPanel({ listing, nowMs }: PassportPanelProps) {
  const { passport, looks_like } = listing
  const warnings = [
    ...(passport.fetched_at && !passport.is_fresh
      ? ['This registry data is more than a day old. We are refreshing it.']
      : []),
    ...(looks_like ? [`This domain looks like ${looks_like}`] : []),
    ...passport.warnings,
  ]
  return (
    <section aria-labelledby="passport" className={styles.panel}>
      <div className={styles.band}>
        <h2 id="passport">Domain passport</h2>
        {passport.fetched_at && (
          <p>
            Checked {fullDay(passport.fetched_at)}, {clockTime(passport.fetched_at)}
          </p>
        )}
      </div>
      {warnings.length > 0 && (
        <div className={styles.warnings}>
          {warnings.map((warning) => (
            <Notice key={warning} icon={<IconAlertTriangleFilled size={18} aria-hidden="true" />}>
              {warning}
            </Notice>
          ))}
        </div>
      )}
      <Facts title="Registration" facts={registrationFacts(listing, nowMs)}>
        No registry data for this domain yet.
      </Facts>
      <Facts title="History" facts={historyFacts(listing, nowMs)} />
      <Value listing={listing} />
      <Facts
        title="Borrower record"
        aside="From loans on Pier. No reviews."
        facts={recordFacts(listing)}
      />
    </section>
  )
}

type FactsProps = {
  title: string
  aside?: string
  facts: Fact[]
  /** Shown when there are no facts. Without it the section is left out. */
  children?: ReactNode
}

function Facts({ title, aside, facts, children }: FactsProps) {
  if (facts.length === 0 && !children) return null
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h3>{title}</h3>
        {aside && <p>{aside}</p>}
      </div>
      {facts.length === 0 && <p className={styles.note}>{children}</p>}
      <dl className={styles.facts}>
        {facts.map(({ label, value, note, mark }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={styles.value}>
              {mark === 'good' && <IconCircleCheckFilled size={18} aria-hidden="true" />}
              {mark === 'wait' && (
                <IconAlertTriangleFilled size={18} aria-label="Warning:" data-wait />
              )}
              {value}
            </dd>
            <dd className={styles.note}>{note}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The ask and the estimate on one scale that starts at zero. */
function Value({ listing }: { listing: ListingDetails }) {
  const { value, desired_loan_amount } = listing
  if (!value)
    return (
      <section className={styles.section}>
        <div className={styles.head}>
          <h3>Value</h3>
        </div>
        <p className={styles.note}>This domain has no valuation yet.</p>
      </section>
    )
  const end = Math.max(value.amount, desired_loan_amount) * 1.15
  const at = (amount: number) => `${Math.min((amount / end) * 100, 100)}%`
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h3>Value</h3>
        <p>An estimate with its source. Not a condition for a loan.</p>
      </div>
      <div className={styles.scale}>
        <span className={styles.estimate} style={{ width: at(value.amount) }} />
        <span className={styles.tick} style={{ left: at(desired_loan_amount) }} />
      </div>
      <dl className={styles.legend}>
        <div>
          <dt>The ask</dt>
          <dd>{formatMoney(centsOf(desired_loan_amount), { whole: true })}</dd>
        </div>
        <div data-estimate>
          <dt>
            {value.source}, {fullDay(value.at)}
          </dt>
          <dd>{formatMoney(centsOf(value.amount), { whole: true })}</dd>
        </div>
      </dl>
    </section>
  )
}
