import { Button } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../api/client/api-error.ts'
import { call } from '../api/client/client.ts'
import { reloadLoans } from '../api/loans/loans.ts'
import { BusyButton } from '../ui/button/busy-button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog/dialog.tsx'
import { FormAlert } from '../ui/form/form-alert.tsx'
import { useOnce } from '../ui/form/use-once.ts'
import { DomainName } from '../domains/domain-name.tsx'
import { useStepUp } from '../shell/action/step-up-provider.tsx'

type CancelDialogProps = {
  loan: { id: string; domain: string; version?: number }
  opened: boolean
  onClose: () => void
  onCancelled: () => void
}

/** Declining to sign cancels the loan; there is no state in between. */
export function CancelDialog({ loan, opened, onClose, onCancelled }: CancelDialogProps) {
  const { busy, refusal, cancel } = useCancel(loan, onCancelled)
  return (
    <Dialog title="Cancel this loan?" opened={opened} onClose={onClose}>
      <DialogBody>
        <DomainName name={loan.domain} size="card" />
        <p>The loan is cancelled for both sides. Nobody owes anything, and the listing reopens.</p>
        <FormAlert message={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Keep loan
        </Button>
        <BusyButton variant="danger" busy={busy} onClick={() => void cancel()}>
          Cancel Loan
        </BusyButton>
      </DialogFooter>
    </Dialog>
  )
}

function useCancel({ id, domain, version }: CancelDialogProps['loan'], onCancelled: () => void) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const { busy, run } = useOnce(limits.loadingClearMs)
  const confirm = useStepUp()
  const queries = useQueryClient()

  const send = () => call('POST /escrow/:id/cancel', { params: { id }, body: { version } })
  const cancel = () =>
    run(async () => {
      setRefusal(null)
      try {
        if (await confirm(`Cancel the loan on ${domain}`, send)) onCancelled()
      } catch (error) {
        setRefusal(messageOf(error))
      } finally {
        void reloadLoans(queries)
      }
    })
  return { busy, refusal, cancel }
}
