import { SkeletonBar } from '../../../ui/feedback/skeleton-bar.tsx'
import styles from './dashboard-screen.module.css'
import { WaitingHorizonPanel } from './horizon-panel.tsx'
import { WaitingMovesPanel } from './moves-panel.tsx'
import { GuideCard } from './guide-card.tsx'
import { SummaryCard } from './summary-card.tsx'

const cards = [
  { title: 'Portfolio', link: { to: '/app/my-domains', label: 'My Domains' } },
  { title: 'Borrowing', link: { to: '/app/borrow', label: 'My Loans' } },
  { title: 'Lending', link: { to: '/app/lend', label: 'My Loans' } },
]
const balance = { title: 'Site balance', link: { to: '/app/add-balance', label: 'Add Balance' } }

/** The dashboard before the user is known: placeholder boxes. */
export const DashboardSkeleton = () => (
  <div className={styles.screen}>
    <div className={styles.head}>
      <div>
        <h1>Welcome back</h1>
        <p className={styles.date}>
          <SkeletonBar width={220} height={16} />
        </p>
      </div>
      <SkeletonBar width={300} height={40} />
    </div>
    <div className={styles.cards}>
      {cards.map((card) => (
        <SummaryCard key={card.title} {...card} busy>
          {null}
        </SummaryCard>
      ))}
    </div>
    <div className={styles.columns}>
      <div className={styles.column}>
        <WaitingMovesPanel />
        <WaitingHorizonPanel />
      </div>
      <div className={styles.column}>
        <GuideCard />
        <SummaryCard {...balance} busy>
          {null}
        </SummaryCard>
      </div>
    </div>
  </div>
)
