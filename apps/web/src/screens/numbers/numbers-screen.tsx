import type { CallName } from '@pier/protocol/calls/calls'
import { Button } from '@mantine/core'
import { IconDownload, IconEyeOff } from '@tabler/icons-react'
import { Link, data, useRevalidator } from 'react-router'
import { noAnswer } from '../../api/client/api-error.ts'
import { callFromServer } from '../../api/client/call-from-server.server.ts'
import { LoadFailed } from '../../shell/failures/load-failed.tsx'
import { pageTitle } from '../../shell/page/page-title.ts'
import { TimeText } from '../../text/time-text.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import type { Route } from './+types/numbers-screen'
import { DecidedTable } from './decided-table.tsx'
import { LateTable } from './late-table.tsx'
import { Medians } from './medians.tsx'
import { MoneyChart } from './money-chart.tsx'
import type { Numbers } from './number-text.ts'
import styles from './numbers.module.css'
import { QuarterChart } from './quarter-chart.tsx'
import { TopFigures } from './top-figures.tsx'

const file: CallName = 'GET /numbers.csv'

export const meta = pageTitle('Numbers')

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

/** What became of the loans here, and whether the books balance. */
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
        <div>
          <h1>Numbers</h1>
          <p>
            Every loan paid out here, good or bad, and what we owe against what we hold.
            {numbers && (
              <>
                {' '}
                Counted from the books on <TimeText at={numbers.as_of} withTime />.
              </>
            )}
          </p>
        </div>
        {numbers && money && (
          <Button
            component="a"
            href={file.replace('GET ', '/api')}
            download
            variant="default"
            leftSection={<IconDownload size={18} stroke={1.75} aria-hidden="true" />}
          >
            All figures, CSV
          </Button>
        )}
      </div>
      {numbers ? <Loans numbers={numbers} /> : failed}
      <section id="owed" className={styles.card} aria-labelledby="owed-title">
        <div className={styles.cardHead}>
          <h2 id="owed-title">Owed against held</h2>
          <p className={styles.unit}>
            Site balances for fees, in USD. Loan money never passes through us.
          </p>
        </div>
        {money ? <MoneyChart money={money} /> : failed}
      </section>
      <p className={styles.note}>
        <IconEyeOff size={20} stroke={1.75} aria-hidden="true" />
        <span>
          <strong>Small counts.</strong> A count of 1 to 4 is shown as “1 to 4” and hatched, so that
          nobody can be picked out. Where a total would give a hidden count away, it is left out, or
          shown as a range. A median needs at least 5 loans. A disputed loan counts by its outcome.
        </span>
      </p>
    </div>
  )
}

function Loans({ numbers }: { numbers: Numbers }) {
  return (
    <>
      <TopFigures numbers={numbers} />
      {numbers.cohorts.length === 0 ? (
        <div className={styles.card}>
          <EmptyState
            title="No loan has been paid out yet"
            hint="A quarter stands here from its first loan on, and stays."
            action={
              <Button component={Link} to="/domains" variant="default" size="xs">
                Browse Listings
              </Button>
            }
          />
        </div>
      ) : (
        <>
          <QuarterChart cohorts={numbers.cohorts} />
          <Medians cohorts={numbers.cohorts} />
        </>
      )}
      <div className={styles.pair}>
        <LateTable numbers={numbers} />
        <DecidedTable numbers={numbers} />
      </div>
    </>
  )
}
