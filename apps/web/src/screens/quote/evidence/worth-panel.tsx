import { centsOf, formatMoney } from '@pier/protocol/money'
import { fullDay } from '../../../text/date-text.ts'
import styles from './worth-panel.module.css'
import panel from '../quote-page.module.css'
import type { Terms } from '../terms/quote-sums.ts'
import type { Quote } from '../quote-view.ts'

type WorthPanelProps = { quote: Quote; terms: Terms | null }

/** What the name may be worth, by whom. Nothing is worked out here, and nobody is refused for it. */
export function WorthPanel({ quote: { value }, terms }: WorthPanelProps) {
  return (
    <section aria-labelledby="worth" className={panel.part}>
      <div className={panel.title}>
        <h2 id="worth">What it may be worth</h2>
        <p>{value ? 'With its source. Nobody is refused for it.' : 'A value needs a source'}</p>
      </div>
      {value ? <Known value={value} terms={terms} /> : <Unknown />}
    </section>
  )
}

type KnownProps = { value: NonNullable<Quote['value']>; terms: Terms | null }

function Known({ value, terms }: KnownProps) {
  const valueCents = centsOf(value.amount)
  const loanCents = terms?.amountCents ?? 0
  const endCents = Math.max(valueCents, loanCents) * 1.15
  const share = (cents: number) => `${(cents / endCents) * 100}%`
  return (
    <div className={styles.row}>
      <div>
        <strong>{value.source}</strong>
        <span className={styles.note}>{fullDay(value.at)}</span>
      </div>
      <div aria-hidden="true" className={styles.track}>
        <span className={styles.fill} style={{ width: share(valueCents) }} />
        {terms && <span className={styles.loan} style={{ left: share(loanCents) }} />}
      </div>
      <div className={styles.end}>
        <strong>{formatMoney(valueCents, { whole: true })}</strong>
        <span className={styles.note}>used for LTV</span>
      </div>
    </div>
  )
}

const Unknown = () => (
  <>
    <div className={styles.row}>
      <div>
        <strong>Value</strong>
        <span className={styles.note}>no source found</span>
      </div>
      <div aria-hidden="true" className={styles.unknown} />
      <div className={styles.end}>no value known</div>
    </div>
    <p className={panel.text}>
      We would rather show nothing than guess. A name without a value can be listed and borrowed
      against; its LTV reads “unknown”. State what you need: lenders judge by age, history and your
      record.
    </p>
  </>
)
