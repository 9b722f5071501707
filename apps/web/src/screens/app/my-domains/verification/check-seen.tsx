import { IconCircleCheckFilled, IconClockHour4Filled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Verification } from '../../../../api/domains.ts'
import styles from '../dialog-frame/dialog-parts.module.css'

type CheckSeenProps = { check: Verification['last_check']; isChecking: boolean }

/** What the last DNS check found. */
export function CheckSeen({ check, isChecking }: CheckSeenProps) {
  return (
    <section aria-live="polite" className={styles.section}>
      <h3>Records found now</h3>
      {!check && (
        <p className={styles.text}>
          {isChecking ? 'First check in progress.' : 'Not checked yet.'}
        </p>
      )}
      {check && (
        <ul className={styles.seen}>
          {check.nameservers.length > 0 && (
            <Seen isGood at={check.at}>
              Answering nameservers: <code>{check.nameservers.join(', ')}</code>
            </Seen>
          )}
          <Seen isGood={check.found} at={check.at}>
            {check.message}
            {check.seen.map((value) => (
              <code key={value} className={styles.value}>
                "{value}"
              </code>
            ))}
          </Seen>
        </ul>
      )}
    </section>
  )
}

type SeenProps = { isGood: boolean; at: string; children: ReactNode }

function Seen({ isGood, at, children }: SeenProps) {
  const Icon = isGood ? IconCircleCheckFilled : IconClockHour4Filled
  return (
    <li data-good={isGood || undefined}>
      <Icon size={16} aria-hidden="true" />
      <span>{children}</span>
      <time dateTime={at} title={at}>
        {new Date(at).toLocaleTimeString('en-GB')}
      </time>
    </li>
  )
}
