import { brand } from '@pier/protocol/brand'
import { formatMoney } from '@pier/protocol/money'
import { fullDay } from '../../../text/date-text.ts'
import styles from './costs-panel.module.css'
import { type Costs, costsOf, ourShareCents, type Terms } from './quote-sums.ts'
import { count } from '../quote-text.ts'
import type { Quote } from '../quote-view.ts'
import { SumRow } from './sum-row.tsx'

type CostsPanelProps = { quote: Quote; terms: Terms | null; nowMs: number }

/** Every cost of the loan, whoever it goes to. */
export function CostsPanel({ quote, terms, nowMs }: CostsPanelProps) {
  const { prices, expires_at: expiresAt } = quote
  const costs = terms && costsOf(terms, { prices, expiresAt, nowMs })
  return (
    <section aria-labelledby="costs" className={styles.card}>
      <div className={styles.title}>
        <h2 id="costs">All it would cost</h2>
        {terms && <p>{count(terms.termDays, 'day')}, repaid on the due date</p>}
      </div>
      {costs ? (
        <Bill costs={costs} />
      ) : (
        <p className={styles.foot}>Choose an amount, a term and a rate to see every cost.</p>
      )}
    </section>
  )
}

function Bill({ costs }: { costs: Costs }) {
  const { interestCents, transferCents, renewal, totalCents, half } = costs
  return (
    <>
      <dl className={styles.bill}>
        <SumRow label="Interest to the lender" value={formatMoney(interestCents)} />
        <SumRow label="Transfer in" note="usually adds a year" value={formatMoney(transferCents)} />
        <SumRow
          label="Renewal during the loan"
          note={renewalNote(renewal)}
          value={renewal ? formatMoney(renewal.cents) : 'not known'}
        />
        <SumRow label={`${brand.name}’s share of the loan`} value={formatMoney(ourShareCents)} />
        <SumRow
          label={renewal ? 'In all' : 'In all, without renewal'}
          value={formatMoney(totalCents)}
          total
        />
      </dl>
      <p className={styles.foot}>
        {half &&
          `Repaid after ${count(half.days, 'day')} instead: ${formatMoney(half.totalCents)}. `}
        A premium name costs more; the exact price is shown before you pay. Your bank may charge for
        its own transfer. Transfer out later costs nothing here.
      </p>
    </>
  )
}

function renewalNote(renewal: Costs['renewal']): string {
  if (!renewal) return 'depends on when the registration ends'
  const paid = `paid up to ${fullDay(renewal.paidUntil)} if the transfer adds a year`
  return renewal.years === 0
    ? paid
    : `${paid}; ${count(renewal.years, 'more year')} set aside, and what is not used comes back`
}
