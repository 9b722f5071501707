import { IconAlertTriangleFilled, IconCircleCheckFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Loan } from '../../../../api/loans/loans.ts'
import { type LoanName, useLoanName } from '../../../../api/loans/loan-files.ts'
import { LoadFailed } from '../../../../shell/failures/load-failed.tsx'
import { TimeText } from '../../../../text/time-text.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { SkeletonBar } from '../../../../ui/feedback/skeleton-bar.tsx'
import { LoanCard } from '../layout/loan-card.tsx'
import styles from './name-card.module.css'
import { type NameFact, nameFacts } from './name-facts.ts'

type NameCardProps = { loan: Pick<Loan, 'id' | 'custody_at' | 'ended_at'> }

/**
 * What the registry said at the last check, the same for both parties. Only what was seen within a
 * day is green.
 */
export function NameCard({ loan }: NameCardProps) {
  const { data, error, refetch } = useLoanName(loan.id)
  return (
    <LoanCard title="Domain">
      {!data && error && (
        <LoadFailed what="Registry data" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <div aria-busy="true">
          <SkeletonBar width="100%" height={120} />
        </div>
      )}
      {data && <Facts loan={loan} name={data} />}
    </LoanCard>
  )
}

function Facts({ loan, name }: NameCardProps & { name: LoanName }) {
  return (
    <>
      {name.problems.map((problem) => (
        <Notice
          key={problem}
          kind="wait"
          icon={<IconAlertTriangleFilled size={18} aria-hidden="true" />}
        >
          {problem}
        </Notice>
      ))}
      <dl className={styles.facts}>
        {nameFacts(name, loan).map((fact) => (
          <Row key={fact.label} {...fact} />
        ))}
        <Row label="Nameservers" value={<Hosts hosts={name.nameservers} />} mark={null} />
        <Row
          label="Checked"
          value={name.checked_at ? <TimeText at={name.checked_at} withTime /> : 'Not checked yet'}
          mark={name.is_fresh ? null : 'wait'}
        />
      </dl>
      <p className={styles.small}>{textOfLook(name)}</p>
    </>
  )
}

type RowProps = Omit<NameFact, 'value'> & { value: ReactNode }

const Row = ({ label, value, mark }: RowProps) => (
  <div>
    <dt>{label}</dt>
    <dd data-wait={mark === 'wait' || undefined}>
      {mark === 'good' && <IconCircleCheckFilled size={18} aria-hidden="true" />}
      {mark === 'wait' && <IconAlertTriangleFilled size={18} aria-label="Warning:" />}
      <span>{value}</span>
    </dd>
  </div>
)

function Hosts({ hosts }: { hosts: readonly string[] }) {
  if (hosts.length === 0) return 'None'
  return hosts.map((host) => (
    <span key={host} className={styles.host}>
      {host}
    </span>
  ))
}

/** The source, and what is done about an old check. */
function textOfLook({ source, checked_at, is_fresh, is_asked }: LoanName): string {
  const said = source ? `Source: ${source}.` : ''
  if (is_fresh) return said
  const age = checked_at ? 'This check is more than a day old.' : 'Not checked at the registry yet.'
  const next = is_asked ? 'We are checking now.' : 'We check again soon.'
  return [said, age, next].filter(Boolean).join(' ')
}
