import { Button } from '@mantine/core'
import { firstNameOf } from '@pier/protocol/text'
import { IconListSearch, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useDomainChoices } from '../../../api/domains.ts'
import { useSelf } from '../../../api/users.ts'
import { nearDay } from '../../../text/date-text.ts'
import { LoadFailed } from '../../../shell/failures/load-failed.tsx'
import { listMoves, type LoanLists, numberWord } from '../../../loans/next-action/moves.ts'
import { useLoanLists } from '../../../loans/list/use-loan-lists.ts'
import { isWaiting } from '../../../offers/offer-text.ts'
import { pageTitle } from '../../../shell/page/page-title.ts'
import { VerifyEmailNotice } from '../../../users/verify-email-notice.tsx'
import { BalanceCard } from './balance-card.tsx'
import styles from './dashboard-screen.module.css'
import { HorizonPanel, WaitingHorizonPanel } from './horizon-panel.tsx'
import { BorrowingCard, LendingCard } from './loan-cards.tsx'
import { MovesPanel } from './moves-panel.tsx'
import { NewsCard } from './news-card.tsx'
import { PortfolioCard } from './portfolio-card.tsx'
import { RestrictedNotice } from './restricted-notice.tsx'

export { ScreenCrash as ErrorBoundary } from '../../../shell/failures/screen-crash.tsx'

export const meta = pageTitle('Dashboard')

export default function DashboardScreen() {
  const { data: self, error, refetch } = useSelf()
  const loans = useLoanLists()
  const domains = useDomainChoices('all')
  const [today] = useState(() => new Date())
  const now = today.toISOString()
  return (
    <div className={styles.screen}>
      <Head name={self?.name} today={today} lists={loans.lists} />
      {error && <LoadFailed what="Your profile" error={error} onRetry={() => void refetch()} />}
      {self && !self.email_verified && <VerifyEmailNotice email={self.email} />}
      {self && <RestrictedNotice self={self} />}
      <div className={styles.cards}>
        <PortfolioCard />
        <BorrowingCard
          list={loans.borrowed}
          waitingOffers={countWaiting(loans.lists?.received)}
          failed={loans.error !== null}
        />
        <LendingCard
          list={loans.lent}
          waitingOffers={countWaiting(loans.lists?.sent)}
          failed={loans.error !== null}
        />
      </div>
      <div className={styles.columns}>
        <div className={styles.column}>
          <MovesPanel loans={loans} now={now} />
          {loans.lists && domains.data && (
            <HorizonPanel lists={loans.lists} domains={domains.data.domains} now={now} />
          )}
          {(isWaitingFor(loans) || domains.isPending) && <WaitingHorizonPanel />}
        </div>
        <div className={styles.column}>
          <NewsCard />
          <BalanceCard />
        </div>
      </div>
    </div>
  )
}

const isWaitingFor = ({ lists, error }: ReturnType<typeof useLoanLists>) => !lists && !error

const countWaiting = (offers: LoanLists['received'] = []) => offers.filter(isWaiting).length

type HeadProps = { name: string | undefined; today: Date; lists: LoanLists | undefined }

const Head = ({ name, today, lists }: HeadProps) => (
  <div className={styles.head}>
    <div>
      <h1>{name === undefined ? 'Welcome back' : `Welcome back, ${firstNameOf(name)}`}</h1>
      <p className={styles.date}>
        <time dateTime={isoDay(today)}>{dayFormat.format(today).replace(',', '')}</time>
        {lists && movesLine(lists)}
      </p>
    </div>
    <div className={styles.actions}>
      <Button
        component={Link}
        to="/app/listings"
        variant="default"
        leftSection={<IconListSearch size={18} aria-hidden="true" />}
      >
        Browse Listings
      </Button>
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

/** ". Four things need you; the first by Thu 15 Oct." */
function movesLine(lists: LoanLists): string {
  const moves = listMoves(lists)
  const [first] = moves
  if (!first) return ''
  const word = numberWord(moves.length)
  const count = `${word.charAt(0).toUpperCase()}${word.slice(1)}`
  const things = moves.length === 1 ? 'One thing needs you' : `${count} things need you`
  const by =
    first.by &&
    (moves.length === 1 ? `, by ${nearDay(first.by)}` : `; the first by ${nearDay(first.by)}`)
  return `. ${things}${by ?? ''}.`
}

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
