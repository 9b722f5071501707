import {
  type DomainFlags,
  labelOfDomain,
  labelOfLoan,
  labelOfOffer,
  labelOfPhase,
  labelOfTransaction,
  noteOfLoan,
  type PhaseDays,
  phaseOfLoan,
} from '@pier/protocol/labels'
import type { LoanPhase } from '@pier/protocol/statuses'
import { PlainTag, Tag } from '../ui/display/tag.tsx'
import styles from './status-badge.module.css'
import {
  domainLooks,
  loanLooks,
  type Look,
  looks,
  offerLooks,
  phaseTones,
  transactionLooks,
} from './status-looks.ts'

/** "Marked Paid" alone would not say whether a loan runs, is late or has a notice. */
type LoanPhaseProps = { phase: string; days?: PhaseDays }

/** Any string is a status: an unknown one has its own label and look. */
type StatusBadgeProps = { status: string; size?: 'sm' | 'md' } & (
  | ({ kind: 'domain' } & DomainFlags)
  | { kind: 'offer'; reason?: string | null }
  | ({ kind: 'loan' } & LoanPhaseProps)
)

export function StatusBadge(badge: StatusBadgeProps) {
  const { label, look, note } = describe(badge)
  return (
    <span className={styles.badge}>
      <Tag tone={look.tone} icon={look.icon} size={badge.size}>
        {label}
      </Tag>
      {note && <span className={styles.note}>{note}</span>}
    </span>
  )
}

/** Shows only pending and complete. */
export function TransactionStatus({ status }: { status: string }) {
  if (!Object.hasOwn(transactionLooks, status)) return null
  return <PlainTag {...find(transactionLooks, status)}>{labelOfTransaction(status)}</PlainTag>
}

export function PhaseBadge({ phase, ...days }: { phase: LoanPhase } & PhaseDays) {
  return <Tag tone={phaseTones[phase]}>{labelOfPhase(phase, days)}</Tag>
}

function describe(badge: StatusBadgeProps): { label: string; look: Look; note?: string | null } {
  const { status } = badge
  if (badge.kind === 'loan')
    return {
      label: labelOfLoan(status),
      look: find(loanLooks, status),
      note: noteOfLoan(status) ?? phaseOfLoan(status, badge.phase, badge.days),
    }
  if (badge.kind === 'offer') {
    const label = labelOfOffer(status, badge.reason)
    return { label, look: label === 'Expired' ? looks.expired : find(offerLooks, status) }
  }
  const label = labelOfDomain(status, badge)
  if (badge.onHold) return { label, look: looks.onHold }
  return { label, look: badge.pendingTransfer ? looks.pendingTransfer : find(domainLooks, status) }
}

function find(known: Partial<Record<string, Look>>, status: string): Look {
  return (Object.hasOwn(known, status) && known[status]) || looks.unknown
}
