import { call } from '../../../../api/client/client.ts'
import { TextField } from '../../../../ui/form/text-field.tsx'
import { DialogForm, type LoanFormProps } from './dialog-form.tsx'
import { otherName } from '../actions/loan-actions.ts'
import { useLoanForm } from './use-loan-form.ts'

const sentence = 'I did not send it'

/** The lender takes back the claim that money was sent, by typing a sentence. */
export function WithdrawClaimForm({ loan, frame }: LoanFormProps) {
  const { id, version } = loan
  const form = useLoanForm(frame, {
    checks: {
      typed: (typed: string) =>
        typed.trim().toLowerCase() === sentence.toLowerCase() ? null : `Type ${sentence}`,
    },
    what: `${sentence}: ${loan.domain}`,
    work: () => call('POST /escrow/:id/withdrawClaim', { params: { id }, body: { version } }),
    done: 'Claim withdrawn',
  })
  return (
    <DialogForm loan={loan} frame={frame} form={form} button={sentence} danger>
      <p>
        You state that you sent no money. {otherName(loan)} is notified and can cancel again, and
        your payment deadline continues. Do not withdraw if you did send it.
      </p>
      <TextField
        {...form.field('typed')}
        label={`Type “${sentence}” to confirm`}
        autoComplete="off"
        spellCheck={false}
      />
    </DialogForm>
  )
}
