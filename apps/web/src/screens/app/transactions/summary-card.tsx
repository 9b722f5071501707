import { Button } from '@mantine/core'
import { centsOf } from '@pier/protocol/money'
import type { TransactionList } from '../../../api/transactions.ts'
import { Money } from '../../../money/money.tsx'
import { SkeletonBar } from '../../../ui/feedback/skeleton-bar.tsx'
import { describeReconciliation } from './reconciliation-text.ts'
import styles from './summary-card.module.css'

type SummaryCardProps = {
  list: TransactionList | undefined
  /** When it was read, by the clock of this device. */
  readAt: number
  onWithdraw: () => void
}

export function SummaryCard({ list, readAt, onWithdraw }: SummaryCardProps) {
  return (
    <section aria-label="Balance" aria-busy={!list} className={styles.card}>
      <div className={styles.cell}>
        <p className={styles.label}>Available</p>
        <p className={styles.available} aria-live="polite">
          {list ? <Money amountCents={centsOf(list.available)} size="figure-32" /> : <Bar />}
        </p>
      </div>
      <div className={styles.cell}>
        <p className={styles.label}>Reserved</p>
        <p>{list ? <Money amountCents={centsOf(list.held)} size="figure-26" /> : <Bar />}</p>
        {list && (
          <p className={styles.line}>
            {list.holds === 1 ? '1 reservation' : `${list.holds} reservations`}
          </p>
        )}
      </div>
      <div className={styles.cell} data-last>
        <div>
          <p className={styles.label}>Balances of all users of Pier</p>
          {list ? <Reconciliation {...list} readAt={readAt} /> : <Bar />}
        </div>
        <Button variant="default" onClick={onWithdraw}>
          Withdraw
        </Button>
      </div>
    </section>
  )
}

const Bar = () => <SkeletonBar width={112} height={28} />

type ReconciliationProps = Pick<TransactionList, 'reconciliation'> & { readAt: number }

function Reconciliation({ reconciliation, readAt }: ReconciliationProps) {
  const { title, line } = describeReconciliation(reconciliation, new Date(readAt))
  return (
    <>
      <p className={styles.word}>{title}</p>
      {line && <p className={styles.line}>{line}</p>}
    </>
  )
}
