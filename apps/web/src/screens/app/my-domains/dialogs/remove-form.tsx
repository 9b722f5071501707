import { Button } from '@mantine/core'
import { call } from '../../../../api/client/client.ts'
import { DomainName } from '../../../../domains/domain-name.tsx'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { DialogBody, DialogFooter } from '../../../../ui/dialog/dialog.tsx'
import { FormAlert } from '../../../../ui/form/form-alert.tsx'
import { type DomainPanelProps, useSend } from '../dialog-frame/dialog-frame.ts'

export function RemoveForm({ domain, frame }: DomainPanelProps) {
  const { id } = domain
  const { busy, refusal, send } = useSend(frame)
  const remove = () =>
    send({
      what: `Remove ${domain.domain}`,
      work: () => call('DELETE /domains/:id', { params: { id } }),
      onDone: () => {
        frame.close()
        return 'Domain removed'
      },
    })
  return (
    <>
      <DialogBody>
        <DomainName name={domain.domain} size="card" />
        <p>
          The domain is removed from your list. Nothing changes at its registrar. To use it again,
          add and verify it again.
        </p>
        <FormAlert message={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={frame.close}>
          Cancel
        </Button>
        <BusyButton variant="danger" busy={busy} onClick={() => void remove()}>
          Remove domain
        </BusyButton>
      </DialogFooter>
    </>
  )
}
