import { Button } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ApiError } from '../../../../api/client/api-error.ts'
import { useDomain } from '../../../../api/domains.ts'
import { LoadFailed } from '../../../../shell/failures/load-failed.tsx'
import { DomainName } from '../../../../domains/domain-name.tsx'
import { DialogBody, DialogFooter } from '../../../../ui/dialog/dialog.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { SkeletonBar } from '../../../../ui/feedback/skeleton-bar.tsx'
import { ChooseDomain } from './choose-domain.tsx'
import type { DomainPanelProps, Frame } from '../dialog-frame/dialog-frame.ts'
import type { DomainDialogName } from '../domain/domain-address.ts'
import { EditListingForm, RenewListingForm } from '../listing/edit-listing-form.tsx'
import { FactsPanel } from './facts-panel.tsx'
import { ListingForm } from '../listing/listing-form.tsx'
import { CertificateDialog } from '../registry/certificate-dialog.tsx'
import { NameserverDialog } from '../registry/nameserver-dialog.tsx'
import { whyClosed } from './open-dialogs.ts'
import { RemoveForm } from './remove-form.tsx'
import { RenewForm } from '../registry/renew-form.tsx'
import { TransferInDialog } from '../registry/transfer-in-dialog.tsx'
import { TransferOutDialog } from '../registry/transfer-out-dialog.tsx'
import { UnlistForm } from '../listing/unlist-form.tsx'
import { VerifyPanel } from '../verification/verify-panel.tsx'

const panels: Record<DomainDialogName, (props: DomainPanelProps) => ReactNode> = {
  verify: VerifyPanel,
  'transfer-in': TransferInDialog,
  'transfer-out': TransferOutDialog,
  'edit-ns': NameserverDialog,
  certificate: CertificateDialog,
  list: ListingForm,
  'edit-listing': EditListingForm,
  'renew-listing': RenewListingForm,
  unlist: UnlistForm,
  facts: FactsPanel,
  renew: RenewForm,
  remove: RemoveForm,
}

type DomainDialogProps = { dialog: DomainDialogName; domainId: string | null; frame: Frame }

export function DomainDialog({ dialog, domainId, frame }: DomainDialogProps) {
  if (!domainId) return <ChooseDomain dialog={dialog} frame={frame} />
  return <KnownDomain dialog={dialog} domainId={domainId} frame={frame} />
}

function KnownDomain({ dialog, domainId, frame }: DomainDialogProps & { domainId: string }) {
  const { data: domain, error, dataUpdatedAt, refetch } = useDomain(domainId)
  if (error instanceof ApiError && isUnknown(error.status) && !domain)
    return <ChooseDomain dialog={dialog} frame={frame} />
  if (!domain)
    return (
      <Closed frame={frame}>
        {error ? (
          <LoadFailed what="This domain" error={error} onRetry={() => void refetch()} />
        ) : (
          <div aria-busy="true">
            <SkeletonBar width="60%" height={28} />
          </div>
        )}
      </Closed>
    )

  const why = whyClosed(dialog, domain, new Date(dataUpdatedAt))
  const Panel = panels[dialog]
  if (!why) return <Panel domain={domain} frame={frame} />
  return (
    <Closed frame={frame}>
      <DomainName name={domain.domain} size="card" />
      <Notice icon={<IconInfoCircle size={18} aria-hidden="true" />}>{why}</Notice>
    </Closed>
  )
}

/** A domain of others, a missing one, or an invalid id. */
const isUnknown = (status: number) => status === 404 || status === 400 || status === 422

function Closed({ frame, children }: { frame: Frame; children: ReactNode }) {
  return (
    <>
      <DialogBody>{children}</DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={frame.close}>
          Close
        </Button>
      </DialogFooter>
    </>
  )
}
