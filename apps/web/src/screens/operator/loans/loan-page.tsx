import { IconHandStop, IconPlayerPause } from '@tabler/icons-react'
import { Link } from 'react-router'
import { DomainName } from '../../../domains/domain-name.tsx'
import desk from '../../../operator/page/desk.module.css'
import { HoldsCard } from '../../../operator/approvals/holds-card.tsx'
import { OperatorPage } from '../../../operator/page/operator-page.tsx'
import { StatusBadge } from '../../../text/status-badge.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import { ChainCard } from './chain-card.tsx'
import { ClocksCard } from './clocks-card.tsx'
import { DecisionsCard } from './decisions-card.tsx'
import type { Loan } from './loan.ts'
import { LoanSteps } from './loan-steps.tsx'
import { RestrictedCard } from './restricted-card.tsx'
import { ChangesCard, DatesCard, PaymentsCard, PeopleCard, TermsCard } from './terms-cards.tsx'

/** One loan as operators see it: terms, parties, dates, obstacles, and its event chain. */
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
        <StatusBadge kind="loan" status={loan.status} phase={loan.phase} size="md" />
      </>
    }
    panel={<LoanSteps loan={loan} />}
    panelLabel="Steps"
  >
    <div className={desk.halves}>
      <TermsCard loan={loan} />
      <DatesCard loan={loan} />
      <PeopleCard loan={loan} />
      <PaymentsCard loan={loan} />
      <HoldsCard
        domain={loan.domain}
        holds={loan.holds}
        isTaken={loan.status === 'FINALIZED_PLATFORM_SEZIURE'}
      />
      <ClocksCard loan={loan} />
    </div>
    <DecisionsCard loan={loan} />
    <ChangesCard loan={loan} />
    <RestrictedCard loan={loan} />
    <ChainCard loan={loan} />
  </OperatorPage>
)
