import type { CallOutput } from '@pier/protocol/calls/calls'
import { data, useRevalidator } from 'react-router'
import { noAnswer } from '../../api/client/api-error.ts'
import { callFromServer } from '../../api/client/call-from-server.server.ts'
import { LoadFailed } from '../../shell/failures/load-failed.tsx'
import { pageTitle } from '../../shell/page/page-title.ts'
import { TimeText } from '../../text/time-text.tsx'
import type { Route } from './+types/numbers-screen'
import { CohortsTable } from './cohorts-table.tsx'
import { spanText } from './count-label.ts'
import { MoneySection } from './money-section.tsx'
import styles from './numbers.module.css'
import { RulingsTable } from './rulings-table.tsx'

export const meta = pageTitle('Numbers')

type Numbers = CallOutput<'GET /numbers'>

/** The halves are independent: if one fails, the other is still shown. */
export async function loader({ request }: Route.LoaderArgs) {
  const note = (error: unknown) => {
    console.error({ requestId: request.headers.get('x-request-id'), error })
    return null
  }
  const [numbers, money] = await Promise.all([
    callFromServer('GET /numbers', undefined, request).catch(note),
    callFromServer('GET /numbers/reconciliation', undefined, request).catch(note),
  ])
  return data({ numbers, money }, { status: numbers && money ? 200 : 503 })
}

/** The outcomes of the loans here, and whether the books balance. */
export default function NumbersScreen({ loaderData: { numbers, money } }: Route.ComponentProps) {
  const revalidator = useRevalidator()
  const failed = (
    <LoadFailed
      what="These numbers"
      error={noAnswer()}
      onRetry={() => void revalidator.revalidate()}
    />
  )
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>Numbers</h1>
        <p>
          What became of every loan here, good or bad, and what we owe against what we hold. They
          are counted from the books when you open this page; nobody writes them.
        </p>
      </div>
      {numbers ? <Loans numbers={numbers} /> : failed}
      <section id="owed" className={styles.section} aria-labelledby="owed-title">
        <h2 id="owed-title">Owed against held</h2>
        {money ? <MoneySection money={money} /> : failed}
      </section>
    </div>
  )
}

const Loans = ({ numbers }: { numbers: Numbers }) => (
  <>
    <div className={styles.section}>
      <CohortsTable cohorts={numbers.cohorts} />
      <p className={styles.note}>
        By the quarter in which the borrower had the money, as of{' '}
        <TimeText at={numbers.as_of} withTime />. One or two are shown as “1 or 2”, because so few
        could be somebody. A loan that was disputed counts there too, whatever became of it.
      </p>
    </div>
    <div className={styles.pair}>
      <RulingsTable rulings={numbers.rulings} />
      <section className={styles.card} aria-labelledby="medians-title">
        <h2 id="medians-title">How long it takes</h2>
        <dl className={styles.medians}>
          <Median
            label="From the agreement to the money, admitted by the borrower"
            hours={numbers.medians.hours_to_fund}
          />
          <Median
            label="From “I sent it” to “it is here”"
            hours={numbers.medians.hours_to_confirm}
          />
        </dl>
        <p className={styles.note}>Half of the loans of the last year were faster, half slower.</p>
      </section>
    </div>
  </>
)

const Median = ({ label, hours }: { label: string; hours: number | null }) => (
  <div>
    <dt>{label}</dt>
    <dd data-none={hours === null || undefined}>
      {hours === null ? 'Too few to say' : spanText(hours)}
    </dd>
  </div>
)
