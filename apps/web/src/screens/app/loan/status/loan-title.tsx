import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Escrow } from '../../../../api/loans/loans.ts'
import { DomainName } from '../../../../domains/domain-name.tsx'
import { StatusBadge } from '../../../../text/status-badge.tsx'
import { looks } from '../../../../text/status-looks.ts'
import { SkeletonBar } from '../../../../ui/feedback/skeleton-bar.tsx'
import { Tag } from '../../../../ui/display/tag.tsx'
import { VisuallyHidden } from '../../../../ui/display/visually-hidden.tsx'
import { otherName } from '../actions/loan-actions.ts'
import styles from '../layout/loan-page.module.css'

/** Where one is, the name, how it stands, and with whom. The heading stays while the loan loads. */
export function LoanTitle({ escrow }: { escrow: Escrow | undefined }) {
  const isLender = escrow?.role === 'LENDER'
  return (
    <div>
      <nav aria-label="Breadcrumb" className={styles.crumbs}>
        <Link to={isLender ? '/app/lend' : '/app/borrow'}>My Loans</Link>
        <IconChevronRight size={16} aria-hidden="true" />
        {escrow && <span aria-current="page">{escrow.code}</span>}
      </nav>
      <div className={styles.title}>
        <h1>{escrow ? <DomainName name={escrow.domain} size="hero" /> : <Loading />}</h1>
        {escrow && (
          <div className={styles.stand}>
            <StatusBadge kind="escrow" status={escrow.status} size="md" />
            {escrow.on_hold && (
              <Tag tone={looks.onHold.tone} icon={looks.onHold.icon} size="md">
                On hold
              </Tag>
            )}
            <p>
              {withWords(escrow)} <strong>{otherName(escrow)}</strong>
            </p>
          </div>
        )}
      </div>
    </div>
  )
}

/** A loan that never ran was agreed and no more. */
function withWords({ role, receipt }: Escrow): string {
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
