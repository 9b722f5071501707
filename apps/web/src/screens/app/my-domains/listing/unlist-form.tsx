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
          Keep it listed
        </Button>
        <BusyButton variant="danger" busy={busy} onClick={() => void unlist()}>
          Remove Listing
        </BusyButton>
      </DialogFooter>
    </>
  )
}

function offersText(offers: number): string {
  if (offers === 0) return 'Nobody has made an offer that waits for you.'
  return offers === 1
    ? 'One offer waits for you. It is denied, and its lender is told.'
    : `${offers} offers wait for you. They are denied, and their lenders are told.`
}
