import { Button } from '@mantine/core'
import { type DomainAction, isOpenForDomain } from '@pier/protocol/lifecycles/domain'
import { Link } from 'react-router'
import { type Domain, stateOf } from '../../../api/domains.ts'
import type { Over } from '../../../shared/over.ts'
import { UnavailableButton } from '../../../ui/unavailable-button.tsx'
import { type DialogName, hrefOfDialog } from './domain-address.ts'
import styles from './domain-table.module.css'
import { leavesFrom } from './domain-text.ts'

type Choice = { action: DomainAction; label: string; dialog: DialogName; isFirst?: boolean }

/** In the order of a row. What comes first is the next step for most. */
const choices: readonly Choice[] = [
  { action: 'getVerified', label: 'Get Verified', dialog: 'verify', isFirst: true },
  { action: 'getLoan', label: 'Get Loan', dialog: 'list', isFirst: true },
  { action: 'removeListing', label: 'Remove Listing', dialog: 'unlist' },
  { action: 'editNameservers', label: 'Edit NS', dialog: 'edit-ns' },
  { action: 'transferIn', label: 'Transfer In', dialog: 'transfer-in' },
  { action: 'transferOut', label: 'Transfer Out', dialog: 'transfer-out' },
]

type DomainActionsProps = { domain: Domain; now: Date; over: Over }

export function DomainActions({ domain, now, over }: DomainActionsProps) {
  const state = stateOf(domain)
  const isOpen = (action: DomainAction) => isOpenForDomain(action, state, now)
  return (
    <div className={styles.actions}>
      {domain.open_escrow_id && (
        <Button
          component={Link}
          to={`/app/escrow/${domain.open_escrow_id}`}
          size="xs"
          variant="light"
          aria-label={`Open loan, ${domain.domain}`}
        >
          Open loan
        </Button>
      )}
      {choices
        .filter(({ action }) => isOpen(action))
        .map(({ label, dialog, isFirst }) => (
          <Button
            key={dialog}
            component={Link}
            to={hrefOfDialog(dialog, domain.id)}
            state={over}
            size="xs"
            variant={isFirst ? 'light' : 'default'}
            aria-label={`${label}, ${domain.domain}`}
          >
            {label}
          </Button>
        ))}
      {domain.status === 'CUSTODY_PAID' && !isOpen('transferOut') && (
        <UnavailableButton size="xs" reason={leavesFrom(domain.transfer_out_available_at)}>
          Transfer Out
        </UnavailableButton>
      )}
    </div>
  )
}
