import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Loan } from '../../../../api/loans/loans.ts'
import { DomainName } from '../../../../domains/domain-name.tsx'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { DialogBody, DialogFooter } from '../../../../ui/dialog/dialog.tsx'
import { FormAlert } from '../../../../ui/form/form-alert.tsx'
import type { Frame, useLoanForm } from './use-loan-form.ts'

export type LoanFormProps = { loan: Loan; frame: Frame }

type DialogFormProps = LoanFormProps & {
  form: Pick<ReturnType<typeof useLoanForm>, 'formProps' | 'submitType' | 'busy' | 'refusal'>
  /** The label of the button that closes the dialog. */
  leave?: string
  button: string
  danger?: boolean
  children: ReactNode
}

/** The domain, the content, and at the foot the buttons to close and to act. */
export const DialogForm = ({ loan, frame, form, children, ...words }: DialogFormProps) => (
  <form {...form.formProps}>
    <DialogBody>
      <DomainName name={loan.domain} size="card" />
      {children}
      <FormAlert message={form.refusal} />
    </DialogBody>
    <DialogFooter>
      <Button variant="default" onClick={frame.close}>
        {words.leave ?? 'Cancel'}
      </Button>
      <BusyButton
        type={form.submitType}
        variant={words.danger ? 'danger' : 'filled'}
        busy={form.busy}
      >
        {words.button}
      </BusyButton>
    </DialogFooter>
  </form>
)
