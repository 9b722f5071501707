import { Button } from '@mantine/core'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { call } from '../../../api/client/client.ts'
import { type Transaction, transactionKeys } from '../../../api/transactions.ts'
import { userKeys } from '../../../api/users.ts'
import { useAction } from '../../../shell/action/use-action.ts'
import { BusyButton } from '../../../ui/button/busy-button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialog/dialog.tsx'

type CancelDialogProps = { withdrawal: Transaction | null; onClose: () => void }

export function CancelDialog({ withdrawal, onClose }: CancelDialogProps) {
  return (
    <Dialog title="Cancel withdrawal" opened={withdrawal !== null} onClose={onClose}>
      {withdrawal && <CancelForm withdrawal={withdrawal} onClose={onClose} />}
    </Dialog>
  )
}

function CancelForm({ withdrawal, onClose }: { withdrawal: Transaction; onClose: () => void }) {
  const { id, reference, amount } = withdrawal
  const money = formatMoney(-centsOf(amount))
  const cancel = useAction(() => call('DELETE /transactions/withdrawals/:id', { params: { id } }), {
    what: `Cancel withdrawal of ${money}`,
    reload: [userKeys.self, transactionKeys.all],
  })
  const takeBack = async () => {
    await cancel.act()
    onClose()
  }
  return (
    <>
      <DialogBody>
        <p>
          <strong>{money}</strong> of {reference} returns to your balance at once and is not paid
          out.
        </p>
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Keep withdrawal
        </Button>
        <BusyButton busy={cancel.busy} onClick={() => void takeBack()}>
          Cancel withdrawal
        </BusyButton>
      </DialogFooter>
    </>
  )
}
