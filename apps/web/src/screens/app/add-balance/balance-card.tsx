import { centsOf } from '@pier/protocol/money'
import { useTransactions } from '../../../api/transactions.ts'
import { Money } from '../../../money/money.tsx'
import { SkeletonBar } from '../../../ui/feedback/skeleton-bar.tsx'
import styles from './balance-card.module.css'

export function BalanceCard({ balanceCents }: { balanceCents: number | undefined }) {
  const { data } = useTransactions(1)
  return (
    <section aria-label="Current balance" className={styles.card}>
      <div>
        <p className={styles.label}>Current balance</p>
        <p className={styles.balance} aria-live="polite" aria-busy={balanceCents === undefined}>
          {balanceCents === undefined ? (
            <SkeletonBar width={140} height={32} />
          ) : (
            <Money amountCents={balanceCents} size="figure-38" />
          )}
        </p>
      </div>
      {data && (
        <dl className={styles.facts}>
          <div>
            <dt>Reserved</dt>
            <dd>
              <Money amountCents={centsOf(data.held)} />
            </dd>
          </div>
        </dl>
      )}
    </section>
  )
}
