import { Checkbox } from '@mantine/core'
import { isUnusualRate } from '@pier/protocol/domains/listing-warnings'
import { centsOf, formatMoney, parseDollars } from '@pier/protocol/money'
import { useState } from 'react'
import { call } from '../../../../api/client/client.ts'
import { AmountField } from '../../../../money/amount-field.tsx'
import { TextField } from '../../../../ui/form/text-field.tsx'
import { DialogForm, type LoanFormProps } from './dialog-form.tsx'
import { useLoanForm } from './use-loan-form.ts'

const number = (text: string) => ((parseDollars(text) ?? 0) > 0 ? null : 'Enter a number')
const dollars = (typed: string) => (parseDollars(typed) ?? 0) / 100

/** Lists the domain for another lender to pay off this loan. Until then nothing changes. */
export function RefinanceForm({ loan, frame }: LoanFormProps) {
  const { id, version, payoff } = loan
  const [isHigh, setHigh] = useState(false)
  const form = useLoanForm(frame, {
    checks: {
      desired_loan_amount: number,
      desired_term: number,
      desired_apy: number,
      confirmed_rate: () => null, // The server says whether it is needed.
    },
    what: `List ${loan.domain} for another lender`,
    work: (typed) =>
      call('POST /escrow/:id/refinance', {
        params: { id },
        body: {
          version,
          desired_loan_amount: dollars(typed.desired_loan_amount),
          desired_term: Number(typed.desired_term),
          desired_apy: Number(typed.desired_apy),
          ...(typed.confirmed_rate && { confirmed_rate: Number(typed.desired_apy) }),
        },
      }),
    done: 'Listing created',
  })
  return (
    <DialogForm loan={loan} frame={frame} form={form} button="Create listing">
      <p>
        The domain is listed while this loan is running. The lender whose offer you accept pays off{' '}
        {loan.lender_name}. Once {loan.lender_name} confirms, the new loan replaces this one. The
        domain stays in our custody.
      </p>
      {payoff && <p>Payoff today: {formatMoney(centsOf(payoff.today.amount))}.</p>}
      <AmountField {...form.field('desired_loan_amount')} label="Loan amount in USD" />
      <TextField
        {...form.field('desired_term')}
        label="Term in days"
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField
        {...form.field('desired_apy')}
        label="APR in percent"
        inputMode="decimal"
        autoComplete="off"
        onChange={({ currentTarget }) => setHigh(isUnusualRate(parseDollars(currentTarget.value)))}
      />
      {isHigh && (
        <Checkbox
          {...form.field('confirmed_rate')}
          label="Ask for more than 36% APR"
          description="Lenders see this as a warning sign, and the listing shows it."
        />
      )}
    </DialogForm>
  )
}
