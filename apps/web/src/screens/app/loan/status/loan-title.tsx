import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Loan } from '../../../../api/loans/loans.ts'
import { DomainName } from '../../../../domains/domain-name.tsx'
import { StatusBadge } from '../../../../text/status-badge.tsx'
import { looks } from '../../../../text/status-looks.ts'
import { SkeletonBar } from '../../../../ui/feedback/skeleton-bar.tsx'
import { Tag } from '../../../../ui/display/tag.tsx'
import { VisuallyHidden } from '../../../../ui/display/visually-hidden.tsx'
import { otherName } from '../actions/loan-actions.ts'
import styles from '../layout/loan-page.module.css'

/** Breadcrumb, domain, status and the other party. The heading stays while the loan loads. */
export function LoanTitle({ loan }: { loan: Loan | undefined }) {
  const isLender = loan?.role === 'LENDER'
  return (
    <div>
      <nav aria-label="Breadcrumb" className={styles.crumbs}>
        <Link to={isLender ? '/app/lend' : '/app/borrow'}>My Loans</Link>
        <IconChevronRight size={16} aria-hidden="true" />
        {loan && <span aria-current="page">{loan.code}</span>}
      </nav>
      <div className={styles.title}>
        <h1>{loan ? <DomainName name={loan.domain} size="hero" /> : <Loading />}</h1>
        {loan && (
          <div className={styles.stand}>
            <StatusBadge kind="loan" status={loan.status} phase={loan.phase} size="md" />
            {loan.on_hold && (
              <Tag tone={looks.onHold.tone} icon={looks.onHold.icon} size="md">
                On hold
              </Tag>
            )}
            <p>
              {roleText(loan)} <strong>{otherName(loan)}</strong>
            </p>
          </div>
        )}
      </div>
    </div>
  )
}

/** A loan that never ran was only agreed. */
function roleText({ role, receipt }: Loan): string {
  const isLender = role === 'LENDER'
  if (!receipt) return isLender ? 'You lend to' : 'You borrow from'
  if (!receipt.sums) return 'Agreed with'
  return isLender ? 'You lent to' : 'You borrowed from'
}

const Loading = () => (
  <>
    <VisuallyHidden>Loan</VisuallyHidden>
    <SkeletonBar width="min(100%, 380px)" height={56} />
  </>
)
