import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { firstNameOf } from '@pier/protocol/text'
import { IconListSearch, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useDomainChoices } from '../../../api/domains.ts'
import { useSelf } from '../../../api/users.ts'
import { clockTime, nearDay } from '../../../text/date-text.ts'
import { LoadFailed } from '../../../shell/failures/load-failed.tsx'
import { listMoves, type LoanLists, numberWord } from '../../../loans/next-action/moves.ts'
import { useLoanLists } from '../../../loans/list/use-loan-lists.ts'
import { pageTitle } from '../../../shell/page/page-title.ts'
import { late } from '../../../ui/dialog/late.tsx'
import { SkeletonBar } from '../../../ui/feedback/skeleton-bar.tsx'
import { VerifyEmailNotice } from '../../../users/verify-email-notice.tsx'
import styles from './dashboard-screen.module.css'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { DeskDashboard } from './desk-dashboard.tsx'
import { countDone, describeRest, type Step } from './first-day/steps.ts'
import { useFirstDay } from './first-day/use-first-day.ts'
import { PhoneDashboard } from './phone/phone-dashboard.tsx'
import { RestrictedNotice } from './restricted-notice.tsx'

export { ScreenCrash as ErrorBoundary } from '../../../shell/failures/screen-crash.tsx'

export const meta = pageTitle('Dashboard')

const firstDayPart = late(async () => (await import('./first-day/first-day.tsx')).FirstDay, {
  meanwhile: (
    <div aria-busy="true">
      <SkeletonBar width="100%" height={480} />
    </div>
  ),
})

export default function DashboardScreen() {
  const { data: self, error, refetch } = useSelf()
  const loans = useLoanLists()
  const domains = useDomainChoices('all')
  const [today] = useState(() => new Date())
  const now = today.toISOString()
  const firstDay = useFirstDay(self, now)
  const isPhone = useMediaQuery('(max-width: 899px)', false, { getInitialValueInEffect: false })
  const { steps } = firstDay
  if (firstDay.isWaiting && !error) return <DashboardSkeleton />

  const known = { loans, domains: domains.data?.domains, now }
  return (
    <div className={styles.screen}>
      {steps ? (
        <FirstHead name={self?.name} today={today} steps={steps} />
      ) : (
        <Head name={self?.name} today={today} lists={loans.lists} isPhone={isPhone} />
      )}
      {error && <LoadFailed what="Your profile" error={error} onRetry={() => void refetch()} />}
      {self && !steps && !self.email_verified && <VerifyEmailNotice email={self.email} />}
      {self && <RestrictedNotice self={self} />}
      {steps && <firstDayPart.Part firstDay={firstDay} steps={steps} loans={loans} now={now} />}
      {!steps && isPhone && <PhoneDashboard {...known} />}
      {!steps && !isPhone && <DeskDashboard {...known} isWaitingForDomains={domains.isPending} />}
    </div>
  )
}

type HeadProps = {
  name: string | undefined
  today: Date
  lists: LoanLists | undefined
  isPhone: boolean
}

/** On a phone what needs an answer is the heading, and the buttons stand below. */
function Head({ name, today, lists, isPhone }: HeadProps) {
  const welcome = name === undefined ? 'Welcome back' : `Welcome back, ${firstNameOf(name)}`
  const moves = lists ? listMoves(lists) : []
  if (isPhone) {
    const things = moves.length > 0 ? countThings(moves.length) : null
    const by = moves[0]?.by
    return (
      <div>
        {things && <p className={styles.date}>{welcome}</p>}
        <h1>{things ?? welcome}</h1>
        <DateLine today={today}>
          {by &&
            `. ${moves.length === 1 ? 'By' : 'The first by'} ${nearDay(by)}, ${clockTime(by)}.`}
        </DateLine>
      </div>
    )
  }
  return (
    <div className={styles.head}>
      <div>
        <h1>{welcome}</h1>
        <DateLine today={today}>{movesLine(moves)}</DateLine>
      </div>
      <div className={styles.actions}>
        <BrowseButton />
        <Button
          component={Link}
          to="/app/my-domains/add"
          leftSection={<IconPlus size={18} aria-hidden="true" />}
        >
          Add Domain
        </Button>
      </div>
    </div>
  )
}

type FirstHeadProps = { name: string | undefined; today: Date; steps: readonly Step[] }

function FirstHead({ name, today, steps }: FirstHeadProps) {
  return (
    <div className={styles.head}>
      <div>
        <h1>{name === undefined ? 'Welcome' : `Welcome, ${firstNameOf(name)}`}</h1>
        <DateLine today={today}>
          . {countDone(steps)}; the rest takes {describeRest(steps)}.
        </DateLine>
      </div>
      <div className={styles.actions}>
        <BrowseButton />
      </div>
    </div>
  )
}

const DateLine = ({ today, children }: { today: Date; children: ReactNode }) => (
  <p className={styles.date}>
    <time dateTime={isoDay(today)}>{dayFormat.format(today).replace(',', '')}</time>
    {children}
  </p>
)

const BrowseButton = () => (
  <Button
    component={Link}
    to="/app/listings"
    variant="default"
    leftSection={<IconListSearch size={18} aria-hidden="true" />}
  >
    Browse Listings
  </Button>
)

/** ". Four things need you; the first by Thu 15 Oct." */
function movesLine(moves: ReturnType<typeof listMoves>): string {
  const [first] = moves
  if (!first) return ''
  const by =
    first.by &&
    (moves.length === 1 ? `, by ${nearDay(first.by)}` : `; the first by ${nearDay(first.by)}`)
  return `. ${countThings(moves.length)}${by ?? ''}.`
}

const countThings = (count: number): string =>
  count === 1 ? 'One thing needs you' : `${capital(numberWord(count))} things need you`

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** The day in the reader's time zone, not UTC. */
const isoDay = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
