import { choosableReasons, disputeReasons, type DisputeReason } from '@pier/protocol/loans/disputes'
import { call } from '../../../../api/client/client.ts'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { DialogForm, type LoanFormProps } from './dialog-form.tsx'
import { otherName } from '../actions/loan-actions.ts'
import { StatementField } from './statement-field.tsx'
import { useLoanForm } from './use-loan-form.ts'

const reasons = choosableReasons.map((reason) => ({
  value: reason,
  label: disputeReasons[reason].words,
}))

/** Contests a claim of the other party, or reports anything else that went wrong. */
export function EscalateForm({
  loan,
  frame,
  start,
}: LoanFormProps & { start?: string | undefined }) {
  const { id, version } = loan
  const form = useLoanForm(frame, {
    checks: { reason: () => null, statement: () => null },
    what: `Escalate the loan on ${loan.domain}`,
    work: ({ reason, statement }) => {
      const said = statement.trim() ? { statement: statement.trim() } : {}
      const body = { version, reason: reason as DisputeReason, ...said } // One of the options.
      return call(start ? 'POST /escrow/:id/contest' : 'POST /escrow/:id/escalate', {
        params: { id },
        body,
      })
    },
    done: 'Dispute opened',
  })
  return (
    <DialogForm loan={loan} frame={frame} form={form} button="Escalate" danger>
      <p>
        The loan is frozen and operators review it. Nothing is decided yet, and nobody loses the
        domain. {otherName(loan)} is notified and can respond.
      </p>
      <SelectField
        {...form.field('reason')}
        label="Reason"
        options={reasons}
        defaultValue={start ?? 'OTHER'}
      />
      <StatementField
        {...form.field('statement')}
        label="What happened"
        hint="Both sides and the operators can read this. You can add exhibits later."
      />
    </DialogForm>
  )
}
