import { Dialog, DialogBody } from '../../ui/dialog/dialog.tsx'
import { DomainName } from '../../domains/domain-name.tsx'
import { OfferPanel } from './offer-panel.tsx'
import type { Asked } from './use-offer.ts'

type OfferDialogProps = {
  /** Stays while the dialog fades out. */
  asked: (Asked & { domain: string }) | null
  opened: boolean
  onClose: () => void
}

/** Make Offer over the cards. */
export const OfferDialog = ({ asked, opened, onClose }: OfferDialogProps) => (
  <Dialog title="Make Offer" opened={opened} onClose={onClose} size={520}>
    {asked && (
      <DialogBody>
        <DomainName name={asked.domain} size="card" />
        <OfferPanel key={asked.listingId} asked={asked} onSent={onClose} />
      </DialogBody>
    )}
  </Dialog>
)
