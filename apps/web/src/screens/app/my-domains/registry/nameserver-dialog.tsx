import { Button } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { IconInfoCircle, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../../../api/client/client.ts'
import { type Nameservers, useNameservers } from '../../../../api/domains.ts'
import { DomainName } from '../../../../domains/domain-name.tsx'
import { LoadFailed } from '../../../../shell/failures/load-failed.tsx'
import { atLeastTwo, NameserverFields, namedHosts } from '../../../../domains/nameserver-fields.tsx'
import { changedText } from '../../../../domains/nameserver-text.ts'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { DialogBody, DialogFooter } from '../../../../ui/dialog/dialog.tsx'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { FormAlert } from '../../../../ui/form/form-alert.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { SkeletonBar } from '../../../../ui/feedback/skeleton-bar.tsx'
import { type DomainPanelProps, useSendForm } from '../dialog-frame/dialog-frame.ts'
import styles from '../dialog-frame/dialog-parts.module.css'
import { NameserverHistory } from './nameserver-history.tsx'

const dnssecOptions = [
  { value: 'remove', label: 'Turn off DNSSEC (new servers use other keys or none)' },
  { value: 'keep', label: 'Keep DNSSEC (new servers use the same keys)' },
]

export function NameserverDialog({ domain, frame }: DomainPanelProps) {
  const { data, error, refetch } = useNameservers(domain.id)
  if (data) return <NameserverForm domain={domain} frame={frame} now={data} />
  return (
    <>
      <DialogBody>
        <DomainName name={domain.domain} size="card" />
        {error ? (
          <LoadFailed what="The nameservers" error={error} onRetry={() => void refetch()} />
        ) : (
          <div aria-busy="true">
            <SkeletonBar width="100%" height={44} />
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={frame.close}>
          Cancel
        </Button>
      </DialogFooter>
    </>
  )
}

type NameserverFormProps = DomainPanelProps & { now: Nameservers }

function NameserverForm({ domain, frame, now }: NameserverFormProps) {
  const { id } = domain
  const [hosts, setHosts] = useState(() => atLeastTwo(now.nameservers))
  const form = useSendForm(frame, {
    checks: { ds: () => null }, // The server checks each nameserver.
    what: () => `Change the nameservers of ${domain.domain}`,
    work: ({ ds }) =>
      call('POST /domains/:id/editNS', {
        params: { id },
        body: {
          nameservers: namedHosts(hosts),
          ...(now.is_signed && { ds: ds === 'keep' ? 'keep' : 'remove' }),
        },
      }),
    onDone: (answer) => {
      frame.close()
      return changedText(answer)
    },
  })
  return (
    <form {...form.formProps}>
      <DialogBody>
        <DomainName name={domain.domain} size="card" />
        {now.frozen && (
          <Notice icon={<IconInfoCircle size={18} aria-hidden="true" />}>{now.frozen}</Notice>
        )}
        <NameserverFields hosts={hosts} onChange={setHosts} />
        {hosts.length < limits.nameserversMax && (
          <Button
            variant="subtle"
            size="xs"
            className={styles.start}
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => setHosts([...hosts, ''])}
          >
            Add nameserver
          </Button>
        )}
        {now.is_signed && (
          <SelectField
            {...form.field('ds')}
            label="DNSSEC"
            options={dnssecOptions}
            hint="DNSSEC is on. With wrong keys the domain stops resolving."
          />
        )}
        <p className={styles.small}>
          Free of charge. You can undo it in the history. Takes effect within an hour.{' '}
          {leftText(now.changes_left)}
        </p>
        <FormAlert message={form.refusal} />
        <NameserverHistory domain={domain} frame={frame} changes={now.changes} />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={frame.close}>
          Cancel
        </Button>
        {!now.frozen && (
          <BusyButton type="submit" busy={form.busy}>
            Change Nameservers
          </BusyButton>
        )}
      </DialogFooter>
    </form>
  )
}

const leftText = (left: number) =>
  left === 1 ? '1 change left today.' : `${left} changes left today.`
