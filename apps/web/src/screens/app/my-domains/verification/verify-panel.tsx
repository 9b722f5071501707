import { Button } from '@mantine/core'
import { IconCircleCheckFilled, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../../../api/client/client.ts'
import type { Verification } from '../../../../api/domains.ts'
import { DomainName } from '../../../../domains/domain-name.tsx'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { DialogBody, DialogFooter } from '../../../../ui/dialog/dialog.tsx'
import { FormAlert } from '../../../../ui/form/form-alert.tsx'
import { CheckSeen } from './check-seen.tsx'
import { type DomainPanelProps, useSend } from '../dialog-frame/dialog-frame.ts'
import styles from '../dialog-frame/dialog-parts.module.css'
import { NextCheck } from './next-check.tsx'
import { RecordTable } from '../dialog-frame/record-table.tsx'
import { RegistryCosts, usePrice } from '../dialog-frame/registry-costs.tsx'

export function VerifyPanel({ domain, frame }: DomainPanelProps) {
  const { status, verification } = domain
  if (status !== 'EXTERNAL_UNVERIFIED' || !verification)
    return <Verified domain={domain} frame={frame} />
  return <Waiting domain={domain} frame={frame} verification={verification} />
}

type WaitingProps = DomainPanelProps & { verification: Verification }

function Waiting({ domain, frame, verification }: WaitingProps) {
  const { id } = domain
  const { busy, refusal, send } = useSend(frame)
  const [isTooSoon, setTooSoon] = useState(false)
  const price = usePrice(domain)
  const cleanedFrom = cleanedFromIn(useLocation().state)
  const isUsedUp = !verification.is_checking && !verification.next_check_at
  const check = () =>
    send({
      what: `Verify ${domain.domain}`,
      work: () => call('POST /domains/:id/verify', { params: { id } }),
      onDone: ({ is_checking, value }) => {
        setTooSoon(!is_checking && value === verification.value)
        return null
      },
    })
  return (
    <>
      <DialogBody>
        <DomainName name={domain.domain} size="title" />
        {cleanedFrom && (
          <p className={styles.small}>
            Read from <code>{cleanedFrom}</code>. Only the registered domain itself can be added.
          </p>
        )}
        <p className={styles.text}>
          Add this record where the domain's DNS is hosted. It proves control and changes nothing
          else.
        </p>
        <RecordTable host={verification.host} value={verification.value} />
        <p className={styles.small}>
          Some DNS hosts append the domain automatically. There, the host is only{' '}
          <code>{shortHost(verification.host, domain.domain)}</code>.
        </p>
        <RegistryCosts domain={domain} price={price} />
        <CheckSeen check={verification.last_check} isChecking={verification.is_checking} />
        <NextCheck verification={verification} />
        <output className={styles.small}>
          {isTooSoon && 'Please wait 10 seconds between checks.'}
        </output>
        <FormAlert message={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={frame.close}>
          Close
        </Button>
        <BusyButton
          busy={busy || verification.is_checking}
          leftSection={<IconRefresh size={18} aria-hidden="true" />}
          onClick={() => void check()}
        >
          {isUsedUp ? 'Get a new record' : 'Check now'}
        </BusyButton>
      </DialogFooter>
    </>
  )
}

/** What was typed where this name was added, if it was more than the name. */
const cleanedFromIn = (state: unknown): string | null =>
  state &&
  typeof state === 'object' &&
  'cleanedFrom' in state &&
  typeof state.cleanedFrom === 'string'
    ? state.cleanedFrom
    : null

const shortHost = (host: string, domain: string) =>
  host.endsWith(`.${domain}`) ? host.slice(0, -domain.length - 1) : host

function Verified({ domain, frame }: DomainPanelProps) {
  const isExternal = domain.status === 'EXTERNAL_VERIFIED' && !domain.pending_transfer
  return (
    <>
      <DialogBody>
        <DomainName name={domain.domain} size="title" />
        <output className={styles.good}>
          <IconCircleCheckFilled size={20} aria-hidden="true" /> Verified. You can now list it or
          transfer it in.
        </output>
        <p className={styles.text}>
          {domain.status === 'EXTERNAL_VERIFIED'
            ? 'Leave the record in place. We check it once a day.'
            : 'The domain is in custody, so you no longer need the record.'}
        </p>
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={frame.close}>
          Close
        </Button>
        {isExternal && (
          <Button onClick={() => frame.turnTo('transfer-in', domain.id)}>Transfer In</Button>
        )}
      </DialogFooter>
    </>
  )
}
