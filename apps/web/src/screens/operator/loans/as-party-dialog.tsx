import { Button } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { useState } from 'react'
import { messageOf } from '../../../api/client/api-error.ts'
import { operatorCall } from '../../../api/operator.ts'
import { useLast } from '../../../ui/dialog/use-last.ts'
import { BusyButton } from '../../../ui/button/busy-button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialog/dialog.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { AsParty, type SeenLoan } from './as-party.tsx'
import type { Loan } from './loan.ts'

type Party = 'BORROWER' | 'LENDER'
type AsPartyDialogProps = { loan: Loan; party: Party | null; onClose: () => void }

/** The loan as one party sees it. Read-only: it has no actions. */
export function AsPartyDialog({ loan, party, onClose }: AsPartyDialogProps) {
  const shown = useLast(party)
  return (
    <Dialog
      title={shown === 'BORROWER' ? 'As the borrower sees it' : 'As the lender sees it'}
      opened={party !== null}
      onClose={onClose}
      size={640}
    >
      {shown && <Content loan={loan} party={shown} onClose={onClose} />}
    </Dialog>
  )
}

function Content({ loan, party, onClose }: AsPartyDialogProps & { party: Party }) {
  const [seen, setSeen] = useState<SeenLoan | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useForm({
    checks: {
      reason: (reason: string) =>
        reason.trim().length < 10 ? 'Enter a reason of at least 10 characters' : null,
    },
    clearMs: limits.loadingClearMs,
    submit: async ({ reason }) => {
      setRefusal(null)
      try {
        const params = { id: loan.id, party }
        const answer = await operatorCall('GET /operator/loans/:id/as/:party', {
          params,
          query: { reason },
        })
        setSeen(answer as SeenLoan) // The call returns the party's own answer.
      } catch (error) {
        setRefusal(messageOf(error))
      }
    },
  })
  if (seen) return <AsParty seen={seen} onClose={onClose} />
  return (
    <form {...form.formProps}>
      <DialogBody>
        <p>This view is read-only. Your access is logged with your reason.</p>
        <TextField {...form.field('reason')} label="Reason" maxLength={1000} />
        <FormAlert message={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton type={form.submitType} busy={form.busy}>
          Open view
        </BusyButton>
      </DialogFooter>
    </form>
  )
}
