import { Button } from '@mantine/core'
import { centsOf } from '@pier/protocol/money'
import { IconAlertCircle, IconClockExclamation, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type Passport, usePassport } from '../../../../api/domains.ts'
import { DomainName } from '../../../../domains/domain-name.tsx'
import { LoadFailed } from '../../../../shell/failures/load-failed.tsx'
import { Money } from '../../../../money/money.tsx'
import { TimeText } from '../../../../text/time-text.tsx'
import { DialogBody, DialogFooter } from '../../../../ui/dialog/dialog.tsx'
import { FigureList } from '../../../../ui/display/figure-list.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { SkeletonBar } from '../../../../ui/feedback/skeleton-bar.tsx'
import type { DomainPanelProps } from '../dialog-frame/dialog-frame.ts'
import styles from '../dialog-frame/dialog-parts.module.css'
import { ageOf } from '../domain/domain-text.ts'

/** Registry data about a domain, with source and time. */
export function FactsPanel({ domain, frame }: DomainPanelProps) {
  const { data, error, refetch } = usePassport(domain.id)
  const isExternal = domain.status.startsWith('EXTERNAL_')
  return (
    <>
      <DialogBody>
        <DomainName name={domain.domain} size="title" />
        {!data && error && (
          <LoadFailed what="Registry data" error={error} onRetry={() => void refetch()} />
        )}
        {!data && !error && <Asking />}
        {data && <Facts passport={data} />}
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={frame.close}>
          Close
        </Button>
        {isExternal && !domain.pending_transfer && (
          <Button variant="danger" onClick={() => frame.turnTo('remove', domain.id)}>
            Remove domain
          </Button>
        )}
        {!isExternal && <Button onClick={() => frame.turnTo('renew', domain.id)}>Renew</Button>}
      </DialogFooter>
    </>
  )
}

function Facts({ passport }: { passport: Passport }) {
  const { state, warnings, source, fetched_at, is_fresh } = passport
  if (state === 'asking') return <Asking />
  return (
    <>
      {!is_fresh && <Old passport={passport} />}
      {warnings.map((warning) => (
        <Notice key={warning} icon={<IconAlertCircle size={18} aria-hidden="true" />}>
          {warning}
        </Notice>
      ))}
      {state === 'known' ? (
        <FigureList figures={figuresOf(passport)} />
      ) : (
        <Notice icon={<IconInfoCircle size={18} aria-hidden="true" />}>
          {state === 'unregistered'
            ? 'This domain is not registered.'
            : 'The registry publishes no data for this domain.'}
        </Notice>
      )}
      {source && fetched_at && (
        <p className={styles.small}>
          Source: {source}, <TimeText at={fetched_at} withTime />
        </p>
      )}
      <Changes changes={passport.changes} />
    </>
  )
}

/** Old data is shown meanwhile, but never as if it were current. */
const Old = ({ passport: { fetched_at, is_asked } }: { passport: Passport }) => (
  <Notice kind="wait" icon={<IconClockExclamation size={18} aria-hidden="true" />}>
    {fetched_at ? 'This data is more than a day old.' : 'No registry data yet.'}{' '}
    {is_asked ? 'We are checking now.' : 'We check again soon.'}
  </Notice>
)

const unknown = 'unknown'
const day = (at: string | null): ReactNode => (at ? <TimeText at={at} /> : unknown)

function figuresOf(passport: Passport) {
  const { registered_at, registrar, registrar_iana_id, is_signed, value } = passport
  const nowMs = Date.parse(passport.fetched_at ?? '') || Date.now()
  const number = registrar_iana_id ? ` (IANA ${registrar_iana_id})` : ''
  return [
    {
      label: 'Registered',
      value: registered_at ? (
        <>
          <TimeText at={registered_at} />, {ageOf({ since: registered_at, nowMs })} ago
        </>
      ) : (
        unknown
      ),
    },
    { label: 'Expires', value: day(passport.expires_at) },
    { label: 'Last transfer', value: day(passport.transferred_at) },
    { label: 'Registrar', value: registrar ? `${registrar}${number}` : unknown },
    { label: 'Locks', value: passport.locks.join(', ') || 'none' },
    { label: 'DNSSEC', value: is_signed === null ? unknown : is_signed ? 'on' : 'off' },
    { label: 'Nameservers', value: passport.nameservers.join(', ') || 'none' },
    {
      label: value ? `Estimated value, ${value.source}` : 'Estimated value',
      value: <Money amountCents={value && centsOf(value.amount)} />,
    },
  ]
}

function Changes({ changes }: Pick<Passport, 'changes'>) {
  if (changes.length === 0) return null
  return (
    <section className={styles.section}>
      <h3>What changed</h3>
      <ul className={styles.lines}>
        {changes.map(({ at, what, before, after }) => (
          <li key={`${at} ${what}`}>
            <span className={styles.small}>
              <TimeText at={at} withTime />
            </span>
            <span>
              {what}: {before || 'none'}, now {after || 'none'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Asking = () => (
  <div aria-busy="true" className={styles.section}>
    <p className={styles.text}>Checking the registry.</p>
    {['72%', '56%', '64%', '48%'].map((width) => (
      <SkeletonBar key={width} width={width} height={16} />
    ))}
  </div>
)
