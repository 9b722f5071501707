import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Domain } from '../../../../api/domains.ts'
import type { Over } from '../../../../shell/address/over.ts'
import styles from './domain-table.module.css'
import { firstAction, moreActions } from './row-actions.ts'
import { RowMenu } from './row-menu.tsx'

type DomainActionsProps = { domain: Domain; now: Date; over: Over }

/** One button, and a menu with the rest. */
export function DomainActions({ domain, now, over }: DomainActionsProps) {
  const first = firstAction(domain, now)
  return (
    <div className={styles.actions}>
      {first && (
        <Button
          component={Link}
          to={first.to}
          {...(first.isDialog && { state: over })}
          size="xs"
          variant="light"
          className={styles.first}
          aria-label={`${first.label}, ${domain.domain}`}
        >
          {first.label}
        </Button>
      )}
      <span className={styles.menu}>
        <RowMenu name={domain.domain} groups={moreActions(domain, now)} over={over} />
      </span>
    </div>
  )
}
