import { Button } from '@mantine/core'
import { call } from '../../../../api/client/client.ts'
import { DomainName } from '../../../../domains/domain-name.tsx'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { DialogBody, DialogFooter } from '../../../../ui/dialog/dialog.tsx'
import { FormAlert } from '../../../../ui/form/form-alert.tsx'
import { type DomainPanelProps, useSend } from '../dialog-frame/dialog-frame.ts'

export function UnlistForm({ domain, frame }: DomainPanelProps) {
  const { busy, refusal, send } = useSend(frame)
  const id = domain.listing_id ?? ''
  const unlist = () =>
    send({
      what: `Remove the listing of ${domain.domain}`,
      work: () => call('DELETE /listings/:id', { params: { id } }),
      onDone: () => {
        frame.close()
        return 'Listing removed'
      },
    })
  return (
    <>
      <DialogBody>
        <DomainName name={domain.domain} size="card" />
        <p>{offersText(domain.offers)} You can list it again at any time.</p>
        <FormAlert message={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={frame.close}>
          Cancel
        </Button>
        <BusyButton variant="danger" busy={busy} onClick={() => void unlist()}>
          Remove Listing
        </BusyButton>
      </DialogFooter>
    </>
  )
}

function offersText(offers: number): string {
  if (offers === 0) return 'There are no pending offers.'
  return offers === 1
    ? '1 pending offer will be denied, and its lender is notified.'
    : `${offers} pending offers will be denied, and their lenders are notified.`
}
