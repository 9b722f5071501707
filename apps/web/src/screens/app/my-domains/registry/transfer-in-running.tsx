import { Button } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { call } from '../../../../api/client/client.ts'
import { DomainName } from '../../../../domains/domain-name.tsx'
import { TimeText } from '../../../../text/time-text.tsx'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { DialogBody, DialogFooter } from '../../../../ui/dialog/dialog.tsx'
import { FigureList } from '../../../../ui/display/figure-list.tsx'
import { FormAlert } from '../../../../ui/form/form-alert.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { type DomainPanelProps, useSend } from '../dialog-frame/dialog-frame.ts'
import { endingOf } from '../domain/domain-text.ts'

export function TransferInRunning({ domain, frame }: DomainPanelProps) {
  const { id, transfer } = domain
  const { busy, refusal, send } = useSend(frame)
  const cancel = () =>
    send({
      what: `Cancel the transfer of ${domain.domain}`,
      work: () => call('DELETE /domains/:id/transfer', { params: { id } }),
      onDone: () => {
        frame.close()
        return 'Transfer cancelled'
      },
    })
  return (
    <>
      <DialogBody>
        <DomainName name={domain.domain} size="card" />
        {transfer && (
          <FigureList
            figures={[
              { label: 'Requested', value: <TimeText at={transfer.asked_at} withTime /> },
              ...(transfer.act_by
                ? [
                    {
                      label: 'Completes at the latest',
                      value: <TimeText at={transfer.act_by} withTime />,
                    },
                  ]
                : []),
            ]}
          />
        )}
        <Notice icon={<IconClock size={18} aria-hidden="true" />}>
          The transfer is in progress.{' '}
          {transfer && `${endingOf(domain.domain)} takes ${transfer.days}. `}
          We notify you when it completes.
        </Notice>
        <FormAlert message={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={frame.close}>
          Close
        </Button>
        {transfer?.can_cancel && (
          <BusyButton variant="danger" busy={busy} onClick={() => void cancel()}>
            Cancel transfer
          </BusyButton>
        )}
      </DialogFooter>
    </>
  )
}
