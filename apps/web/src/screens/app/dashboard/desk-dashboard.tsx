import type { DomainList } from '../../../api/domains.ts'
import type { LoanLists } from '../../../loans/next-action/moves.ts'
import type { useLoanLists } from '../../../loans/list/use-loan-lists.ts'
import { isWaiting } from '../../../offers/offer-text.ts'
import { BalanceCard } from './balance-card.tsx'
import styles from './dashboard-screen.module.css'
import { GuideCard } from './guide-card.tsx'
import { HorizonPanel, WaitingHorizonPanel } from './horizon-panel.tsx'
import { BorrowingCard, LendingCard } from './loan-cards.tsx'
import { MovesPanel } from './moves-panel.tsx'
import { PortfolioCard } from './portfolio-card.tsx'

type DeskDashboardProps = {
  loans: ReturnType<typeof useLoanLists>
  domains: DomainList['domains'] | undefined
  isWaitingForDomains: boolean
  now: string
}

export function DeskDashboard({ loans, domains, isWaitingForDomains, now }: DeskDashboardProps) {
  const { lists, error, borrowed, lent } = loans
  const failed = error !== null
  return (
    <>
      <div className={styles.cards}>
        <PortfolioCard />
        <BorrowingCard
          list={borrowed}
          waitingOffers={countWaiting(lists?.received)}
          failed={failed}
        />
        <LendingCard list={lent} waitingOffers={countWaiting(lists?.sent)} failed={failed} />
      </div>
      <div className={styles.columns}>
        <div className={styles.column}>
          <MovesPanel loans={loans} now={now} />
          {lists && domains && <HorizonPanel lists={lists} domains={domains} now={now} />}
          {((!lists && !failed) || isWaitingForDomains) && <WaitingHorizonPanel />}
        </div>
        <div className={styles.column}>
          <GuideCard />
          <BalanceCard />
        </div>
      </div>
    </>
  )
}

const countWaiting = (offers: LoanLists['received'] = []) => offers.filter(isWaiting).length
