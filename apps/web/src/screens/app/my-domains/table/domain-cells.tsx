import { centsOf } from '@pier/protocol/money'
import { IconLock, IconWritingSign } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Domain } from '../../../../api/domains.ts'
import { shortDay } from '../../../../text/date-text.ts'
import { DomainName } from '../../../../domains/domain-name.tsx'
import { Money } from '../../../../money/money.tsx'
import type { Over } from '../../../../shell/address/over.ts'
import { StatusBadge } from '../../../../text/status-badge.tsx'
import { TableAnswer } from '../../../../text/table-answer.tsx'
import { Tag } from '../../../../ui/display/tag.tsx'
import { hrefOfDialog } from '../domain/domain-address.ts'
import styles from './domain-table.module.css'
import { describeFee, endingOf } from '../domain/domain-text.ts'

type CellProps = { domain: Domain; over: Over }

/** The name links to what the registry says about it. */
export function NameCell({ domain, over }: CellProps) {
  const { looks_like, registry_fee } = domain
  const fee = describeFee(domain)
  return (
    <>
      <span className={styles.name}>
        <DomainName
          name={domain.domain}
          size="row"
          to={hrefOfDialog('facts', domain.id)}
          state={over}
        />
        {domain.on_hold ? (
          <StatusBadge kind="domain" status={domain.status} onHold />
        ) : (
          // For a card, where the columns that show the status are behind More.
          <span className={styles.status}>
            <StatusBadge
              kind="domain"
              status={domain.status}
              pendingTransfer={domain.pending_transfer}
            />
          </span>
        )}
      </span>
      {fee && <small data-premium={registry_fee?.is_premium || undefined}>{fee}</small>}
      {looks_like && <small className={styles.looksLike}>Looks like {looks_like}</small>}
    </>
  )
}

export function ValueCell({ estimated_value }: Domain) {
  const cents = estimated_value === null ? null : centsOf(estimated_value)
  return (
    <span className={styles.value}>
      <Money amountCents={cents} whole />
      {cents !== null && <small>estimated</small>}
    </span>
  )
}

export const VerifiedCell = ({ status }: Domain) => (
  <TableAnswer answer={status === 'EXTERNAL_UNVERIFIED' ? 'notYet' : 'yes'} />
)

export const TransferredCell = (cell: CellProps) => (
  <div className={styles.transferred}>
    <Transferred {...cell} />
  </div>
)

function Transferred({ domain, over }: CellProps) {
  const { transfer, transfer_out, transfer_refusal } = domain
  if (domain.pending_transfer)
    return (
      <>
        <Link
          to={hrefOfDialog('transfer-in', domain.id)}
          state={over}
          className={styles.pending}
          aria-label={`Pending, transfer of ${domain.domain}`}
        >
          <TableAnswer answer="pending" />
        </Link>
        {transfer && (
          <small>
            Requested {shortDay(transfer.asked_at)}, {endingOf(domain.domain)} takes {transfer.days}
          </small>
        )}
      </>
    )
  const isHere = !domain.status.startsWith('EXTERNAL_')
  return (
    <>
      <TableAnswer answer={isHere ? 'yes' : 'no'} />
      {transfer_out && <small>Leaving, {leavingText(transfer_out)}</small>}
      {transfer_refusal && <small className={styles.refusal}>{transfer_refusal}</small>}
    </>
  )
}

const leavingText = ({ state, code_at }: NonNullable<Domain['transfer_out']>) =>
  state === 'waiting' ? `code by ${shortDay(code_at)}` : `code sent ${shortDay(code_at)}`

export const OffersCell = ({ offers, listed }: Domain) => (
  <span className={styles.offers} data-open={(listed && offers > 0) || undefined}>
    {offers}
  </span>
)

export function LoanCell({ status, open_escrow_id }: Domain) {
  if (status === 'IN_ESCROW')
    return (
      <Tag tone="run" icon={IconLock}>
        In escrow
      </Tag>
    )
  if (!open_escrow_id) return <TableAnswer answer="no" />
  return (
    <Tag tone="wait" icon={IconWritingSign}>
      Under way
    </Tag>
  )
}
