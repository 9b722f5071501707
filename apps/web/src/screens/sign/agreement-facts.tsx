import { centsOf, formatRate } from '@pier/protocol/money'
import type { ToSign } from '../../api/loans/agreements.ts'
import { Money } from '../../money/money.tsx'
import { daysOf } from '../../offers/offer-text.ts'
import { TimeText } from '../../text/time-text.tsx'
import { FigureList } from '../../ui/display/figure-list.tsx'
import styles from './sign-screen.module.css'

const words = {
  BORROWER: { amount: 'You receive', repay: 'You repay on the due date', other: 'Lender' },
  LENDER: { amount: 'You lend', repay: 'You receive on the due date', other: 'Borrower' },
}

/** A summary. Only the document is binding. */
export function AgreementFacts({ toSign }: { toSign: ToSign }) {
  const { amount, repay, other } = words[toSign.role]
  const signed = toSign.is_other_signed ? 'signed' : 'not signed yet'
  return (
    <section aria-labelledby="facts" className={styles.card}>
      <div className={styles.cardHead}>
        <h2 id="facts">Key facts</h2>
        <span>{toSign.code}</span>
      </div>
      <FigureList
        figures={[
          { label: amount, value: <Money amountCents={centsOf(toSign.amount)} /> },
          {
            label: 'Term and rate',
            value: `${daysOf(toSign.term)} at ${formatRate(centsOf(toSign.apy))} APR`,
          },
          { label: repay, value: <Money amountCents={centsOf(toSign.repay)} /> },
          { label: other, value: <bdi>{toSign.other_name}</bdi> },
          { label: `${other}’s side`, value: signed },
        ]}
      />
      {toSign.deadline_at && (
        <p className={styles.note}>
          Sign by <TimeText at={toSign.deadline_at} withTime />. If it is not signed by then, the
          loan is cancelled.
        </p>
      )}
    </section>
  )
}
