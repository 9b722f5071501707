import { graceDaysOf } from '@pier/protocol/lifecycles/loan'
import { limits } from '@pier/protocol/limits'
import { centsOf, formatRate } from '@pier/protocol/money'
import { IconCircleCheck, IconClock, IconWritingSign } from '@tabler/icons-react'
import type { Loan } from '../../../../api/loans/loans.ts'
import { clockTime, shortDay, timeLeft } from '../../../../text/date-text.ts'
import { Money } from '../../../../money/money.tsx'
import { daysOf } from '../../../../offers/offer-text.ts'
import { FigureList } from '../../../../ui/display/figure-list.tsx'
import { ShortHash } from '../documents/short-hash.tsx'
import styles from './signature-modal.module.css'
import { sidesOf } from './signing.ts'

const words = {
  BORROWER: {
    amount: 'You receive',
    repay: 'You repay on the due date',
    unpaid: 'If you do not repay:',
    after: 'After that the lender may take the domain.',
    lapse: 'If it is not signed by then, the loan is cancelled and your listing reopens.',
  },
  LENDER: {
    amount: 'You lend',
    repay: 'You receive on the due date',
    unpaid: 'If the borrower does not repay:',
    after: 'After that you may take the domain.',
    lapse: 'If it is not signed by then, the loan is cancelled and nobody owes anything.',
  },
}

/** What is about to be signed, by whom and until when. `now` is when the loan was read. */
export function SignatureFacts({ loan, now }: { loan: Loan; now: string }) {
  const say = words[loan.role]
  const rate = `${formatRate(centsOf(loan.apy))} APR, ${formatRate(centsOf(loan.adjusted))} adjusted`
  return (
    <>
      <FigureList
        figures={[
          { label: say.amount, value: <Money amountCents={centsOf(loan.amount)} /> },
          { label: 'Term and rate', value: `${daysOf(loan.term)} at ${rate}` },
          { label: say.repay, value: <Money amountCents={centsOf(loan.repay)} /> },
        ]}
      />
      <p className={styles.unpaid}>
        <strong>{say.unpaid}</strong> {graceDaysOf({ termDays: loan.term })} days of grace, then a
        written notice and {limits.noticeDays} days to answer it. {say.after}
      </p>
      <Sides loan={loan} now={now} />
      <p className={styles.note}>
        {say.lapse}{' '}
        {loan.agreement.sha256 && (
          <>
            Document <ShortHash sha256={loan.agreement.sha256} />
          </>
        )}
      </p>
    </>
  )
}

function Sides({ loan, now }: { loan: Loan; now: string }) {
  const { other } = sidesOf(loan)
  const { deadline_at } = loan
  return (
    <ul className={styles.sides}>
      <li>
        {other.isSigned ? (
          <IconCircleCheck size={20} aria-hidden="true" />
        ) : (
          <IconClock size={20} aria-hidden="true" />
        )}
        <span>
          <strong>{other.title}</strong>
          {other.signedAt ? (
            <time dateTime={other.signedAt}>
              Signed {shortDay(other.signedAt)}, {clockTime(other.signedAt)}
            </time>
          ) : (
            'Not signed yet'
          )}
        </span>
      </li>
      <li data-yours>
        <IconWritingSign size={20} aria-hidden="true" />
        <span>
          <strong>You</strong>
          {deadline_at && (
            <time dateTime={deadline_at}>
              by {shortDay(deadline_at)}, {clockTime(deadline_at)}.{' '}
              {timeLeft({ until: deadline_at, now })}
            </time>
          )}
        </span>
      </li>
    </ul>
  )
}
