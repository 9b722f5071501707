import { Button } from '@mantine/core'
import {
  type Icon,
  IconAnchor,
  IconBuildingBank,
  IconCash,
  IconHandStop,
  IconHomeMove,
  IconLock,
  IconWorld,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Loan } from '../../../../api/loans/loans.ts'
import { fullDay } from '../../../../text/date-text.ts'
import { UnavailableButton } from '../../../../ui/button/unavailable-button.tsx'
import styles from './finished-page.module.css'
import { LoanCard } from '../layout/loan-card.tsx'
import { hrefOfNext } from './next-href.ts'
import type { Receipt } from './receipt-rows.ts'

type Next = Receipt['next'][number]
type NextCardProps = { loan: Loan; receipt: Receipt }

/** What can be done now that the loan is over. What is not possible yet says from when. */
export function NextCard({ loan, receipt }: NextCardProps) {
  const first = receipt.next.find(({ from, why_not }) => !from && !why_not)
  return (
    <LoanCard
      title="Next steps"
      aside={receipt.no_deadline && <span className={styles.small}>No deadlines</span>}
    >
      <ul className={styles.next}>
        {receipt.next.map((next) => {
          const { Icon: Shown, label } = kinds[next.kind]
          return (
            <li key={next.kind}>
              <Shown size={22} aria-hidden="true" />
              <div>
                <h3>{next.title}</h3>
                <p>
                  <bdi>{next.note}</bdi>
                </p>
              </div>
              {next.from || next.why_not ? (
                <UnavailableButton reason={reasonOf(next)}>{label}</UnavailableButton>
              ) : (
                <Button
                  component={Link}
                  to={hrefOfNext(next, { domainId: loan.domain_id, terms: receipt.terms })}
                  variant={next === first ? 'filled' : 'default'}
                >
                  {label}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </LoanCard>
  )
}

const reasonOf = ({ from, why_not }: Next) => (from ? `from ${fullDay(from)}` : why_not)

const kinds: Record<Next['kind'], { Icon: Icon; label: string }> = {
  LIST: { Icon: IconCash, label: 'List again' },
  LISTED: { Icon: IconCash, label: 'My Domains' },
  TRANSFER_OUT: { Icon: IconHomeMove, label: 'Transfer Out' },
  KEEP: { Icon: IconAnchor, label: 'Edit NS' },
  HELD: { Icon: IconHandStop, label: 'My Domains' },
  LOAN: { Icon: IconLock, label: 'Open the loan' },
  DOMAINS: { Icon: IconWorld, label: 'My Domains' },
  LEND: { Icon: IconBuildingBank, label: 'Browse Listings' },
  LOANS: { Icon: IconCash, label: 'My Loans' },
}
