import { Button } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { IconInfoCircle } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { call } from '../../../../api/client/client.ts'
import type { Loan } from '../../../../api/loans/loans.ts'
import {
  loanNameserverKey,
  type LoanNameservers,
  useLoanNameservers,
} from '../../../../api/loans/loan-files.ts'
import { shortDay } from '../../../../text/date-text.ts'
import { LoadFailed } from '../../../../shell/failures/load-failed.tsx'
import { atLeastTwo, namedHosts, NameserverFields } from '../../../../domains/nameserver-fields.tsx'
import { changedText } from '../../../../domains/nameserver-text.ts'
import { usePage } from '../../../../shell/page/page-context.tsx'
import { useAction } from '../../../../shell/action/use-action.ts'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { SkeletonBar } from '../../../../ui/feedback/skeleton-bar.tsx'
import { LoanCard } from '../layout/loan-card.tsx'
import styles from '../documents/loan-papers.module.css'

/** The borrower controls DNS while the domain is in custody; the lender can see it. */
export function NameserversCard({ loan }: { loan: Loan }) {
  const { data, error, refetch } = useLoanNameservers(loan.id)
  const aside =
    loan.role === 'BORROWER'
      ? 'You can change these, free of charge'
      : 'The borrower keeps DNS control'
  return (
    <LoanCard title="Nameservers" aside={<span className={styles.small}>{aside}</span>}>
      {!data && error && (
        <LoadFailed what="The nameservers" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <div aria-busy="true">
          <SkeletonBar width="100%" height={44} />
        </div>
      )}
      {data?.frozen && (
        <Notice icon={<IconInfoCircle size={18} aria-hidden="true" />}>{data.frozen}</Notice>
      )}
      {data && !data.can_edit && <HostList hosts={data.nameservers} />}
      {/* Remounted after each change, so that the fields hold what is set now. */}
      {data?.can_edit && <HostForm key={data.nameservers.join()} loan={loan} now={data} />}
    </LoanCard>
  )
}

const HostList = ({ hosts }: { hosts: readonly string[] }) => (
  <ul className={styles.hosts}>
    {hosts.map((host) => (
      <li key={host}>
        <code>{host}</code>
      </li>
    ))}
  </ul>
)

type HostFormProps = { loan: Loan; now: LoanNameservers }

function HostForm({ loan, now }: HostFormProps) {
  const [hosts, setHosts] = useState(() => atLeastTwo(now.nameservers))
  const { changing, undoing } = useChanges(loan)
  const change = (event: FormEvent) => {
    event.preventDefault()
    void changing.act(namedHosts(hosts))
  }
  return (
    <form method="post" noValidate className={styles.form} onSubmit={change}>
      <NameserverFields bare hosts={hosts} onChange={setHosts} />
      {hosts.length < limits.nameserversMax && (
        <Button
          variant="subtle"
          size="xs"
          className={styles.start}
          onClick={() => setHosts([...hosts, ''])}
        >
          Add nameserver
        </Button>
      )}
      <div className={styles.foot}>
        <BusyButton type="submit" variant="default" size="xs" busy={changing.busy}>
          Change Nameservers
        </BusyButton>
        <span className={styles.small}>
          {now.last_changed_at && `Last changed ${shortDay(now.last_changed_at)}`}
          {now.can_undo && (
            <>
              ,{' '}
              <button
                type="button"
                className={styles.word}
                aria-busy={undoing.busy}
                aria-label="Undo the last change of nameservers"
                onClick={() => void undoing.act()}
              >
                undo
              </button>
            </>
          )}
        </span>
      </div>
    </form>
  )
}

function useChanges({ id, domain }: Loan) {
  const { setSuccess } = usePage()
  const reload = [loanNameserverKey(id)]
  const onDone = (answer: { state: string }) => setSuccess(changedText(answer))
  const changing = useAction(
    (nameservers: string[]) =>
      call('POST /escrow/:id/nameservers', { params: { id }, body: { nameservers } }),
    { what: `Change the nameservers of ${domain}`, reload, onDone },
  )
  const undoing = useAction(() => call('POST /escrow/:id/nameservers/undo', { params: { id } }), {
    what: `Restore the nameservers of ${domain}`,
    reload,
    onDone,
  })
  return { changing, undoing }
}
