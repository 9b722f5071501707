import { IconHandStop, IconPlayerPause } from '@tabler/icons-react'
import { Link } from 'react-router'
import { DomainName } from '../../../shared/domain-name.tsx'
import { OperatorPage } from '../../../shared/operator/operator-page.tsx'
import { StatusBadge } from '../../../shared/status-badge.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { ChainCard } from './chain-card.tsx'
import { DecisionsCard } from './decisions-card.tsx'
import { ClocksCard, HoldsCard } from './holds-card.tsx'
import type { Loan } from './loan-screen.tsx'
import { LoanSteps } from './loan-steps.tsx'
import styles from './loan.module.css'
import { RestrictedCard } from './restricted-card.tsx'
import { ChangesCard, DatesCard, PaymentsCard, PeopleCard, TermsCard } from './terms-cards.tsx'

/** One loan as operators see it: what was agreed, who, when, what stands in its way, and its chain. */
export const LoanPage = ({ loan }: { loan: Loan }) => (
  <OperatorPage
    kicker={
      <>
        Loan {loan.code}
        {loan.case_id && (
          <>
            , <Link to={`/operator/cases/${loan.case_id}`}>open case</Link>
          </>
        )}
        {loan.linked_id && (
          <>
            , <Link to={`/operator/loans/${loan.linked_id}`}>linked loan</Link>
          </>
        )}
      </>
    }
    title={<DomainName name={loan.unicode} size="hero" />}
    aside={
      <>
        {loan.is_held && (
          <Tag tone="plum" icon={IconHandStop} size="md">
            On hold
          </Tag>
        )}
        {loan.is_clock_stopped && (
          <Tag tone="wait" icon={IconPlayerPause} size="md">
            Clock stopped
          </Tag>
        )}
        <StatusBadge kind="escrow" status={loan.status} size="md" />
      </>
    }
    panel={<LoanSteps loan={loan} />}
    panelLabel="Steps"
  >
    <div className={styles.halves}>
      <TermsCard loan={loan} />
      <DatesCard loan={loan} />
      <PeopleCard loan={loan} />
      <PaymentsCard loan={loan} />
      <HoldsCard loan={loan} />
      <ClocksCard loan={loan} />
    </div>
    <DecisionsCard loan={loan} />
    <ChangesCard loan={loan} />
    <RestrictedCard loan={loan} />
    <ChainCard loan={loan} />
  </OperatorPage>
)
