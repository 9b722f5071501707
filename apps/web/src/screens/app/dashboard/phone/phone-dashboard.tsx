import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Domain } from '../../../../api/domains.ts'
import type { useLoanLists } from '../../../../loans/list/use-loan-lists.ts'
import { HorizonPanel, WaitingHorizonPanel } from '../horizon-panel.tsx'
import { WaitingMovesPanel } from '../moves-panel.tsx'
import { GuideCard } from '../guide-card.tsx'
import { FigureRows } from './figure-rows.tsx'
import styles from './phone-dashboard.module.css'
import { PhoneMoves } from './phone-moves.tsx'

type PhoneDashboardProps = {
  loans: ReturnType<typeof useLoanLists>
  domains: readonly Domain[] | undefined
  now: string
}

/** On a phone what needs an answer comes first, then the dates, then the figures. */
export function PhoneDashboard({ loans, domains, now }: PhoneDashboardProps) {
  const { lists, error } = loans
  return (
    <>
      {lists || error ? <PhoneMoves loans={loans} now={now} /> : <WaitingMovesPanel />}
      {lists && domains && <HorizonPanel lists={lists} domains={domains} now={now} />}
      {!error && !(lists && domains) && <WaitingHorizonPanel />}
      <FigureRows loans={loans} />
      <div className={styles.actions}>
        <Button component={Link} to="/app/listings" variant="default">
          Browse Listings
        </Button>
        <Button component={Link} to="/app/my-domains/add">
          Add Domain
        </Button>
      </div>
      <GuideCard />
    </>
  )
}
