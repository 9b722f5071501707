import { Button } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { IconMailFast, IconShieldCheck } from '@tabler/icons-react'
import { call } from '../../../../api/client/client.ts'
import type { DomainDetails } from '../../../../api/domains.ts'
import { useSelf } from '../../../../api/users.ts'
import { DomainName } from '../../../../domains/domain-name.tsx'
import { TimeText } from '../../../../text/time-text.tsx'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { DialogBody, DialogFooter } from '../../../../ui/dialog/dialog.tsx'
import { FormAlert } from '../../../../ui/form/form-alert.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { type DomainPanelProps, useSend } from '../dialog-frame/dialog-frame.ts'

export function TransferOutDialog({ domain, frame }: DomainPanelProps) {
  const { transfer_out } = domain
  return transfer_out ? (
    <Running domain={domain} frame={frame} running={transfer_out} />
  ) : (
    <Ask domain={domain} frame={frame} />
  )
}

function Ask({ domain, frame }: DomainPanelProps) {
  const { id } = domain
  const { data: self } = useSelf()
  const { busy, refusal, send } = useSend(frame)
  const transferOut = () =>
    send({
      what: `Transfer ${domain.domain} out`,
      work: () => call('POST /domains/:id/transferOut', { params: { id } }),
      onDone: () => {
        frame.close()
        return 'Transfer added to queue'
      },
    })
  return (
    <>
      <DialogBody>
        <DomainName name={domain.domain} size="card" />
        <p>
          The authorization code is emailed to <strong>{self?.email ?? 'you'}</strong> within{' '}
          {limits.transferOutPromiseHours} hours and is valid for {limits.transferCodeDays} days.
        </p>
        <Notice icon={<IconShieldCheck size={18} aria-hidden="true" />}>
          Was this not you? Use the stop link in our email.
        </Notice>
        <FormAlert message={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={frame.close}>
          Cancel
        </Button>
        <BusyButton busy={busy} onClick={() => void transferOut()}>
          Transfer Out
        </BusyButton>
      </DialogFooter>
    </>
  )
}

type RunningProps = DomainPanelProps & { running: NonNullable<DomainDetails['transfer_out']> }

function Running({ domain, frame, running }: RunningProps) {
  const { id } = domain
  const { busy, refusal, send } = useSend(frame)
  const keep = () =>
    send({
      what: `Keep ${domain.domain} in custody`,
      work: () => call('DELETE /domains/:id/transferOut', { params: { id } }),
      onDone: () => {
        frame.close()
        return 'Transfer cancelled'
      },
    })
  return (
    <>
      <DialogBody>
        <DomainName name={domain.domain} size="card" />
        <Notice icon={<IconMailFast size={18} aria-hidden="true" />}>
          <When running={running} />
        </Notice>
        <FormAlert message={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={frame.close}>
          Close
        </Button>
        <BusyButton variant="danger" busy={busy} onClick={() => void keep()}>
          Cancel transfer
        </BusyButton>
      </DialogFooter>
    </>
  )
}

function When({ running: { state, code_at, valid_until } }: Pick<RunningProps, 'running'>) {
  if (state === 'waiting')
    return (
      <>
        We email the authorization code on <TimeText at={code_at} withTime />. You can cancel until
        the transfer completes.
      </>
    )
  return (
    <>
      We emailed the authorization code on <TimeText at={code_at} withTime />
      {valid_until && (
        <>
          . It works until <TimeText at={valid_until} withTime />
        </>
      )}
      . Give it to your new registrar. If you cancel, it stops working.
    </>
  )
}
