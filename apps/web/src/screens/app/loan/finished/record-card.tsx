import { centsOf, formatMoney } from '@pier/protocol/money'
import styles from './finished-page.module.css'
import { LoanCard } from '../layout/loan-card.tsx'
import { recordFigures } from './record-figures.ts'
import type { Receipt } from './receipt-rows.ts'

/** What others see of the reader's loans in this role, counted the same way. */
export function RecordCard({ record }: { record: Receipt['record'] }) {
  return (
    <LoanCard title="Your record">
      <dl className={styles.record}>
        {recordFigures(record, (dollars) => formatMoney(centsOf(dollars), { whole: true })).map(
          ({ figure, label }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{figure}</dd>
            </div>
          ),
        )}
      </dl>
    </LoanCard>
  )
}
