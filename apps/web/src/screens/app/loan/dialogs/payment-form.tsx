import { Checkbox } from '@mantine/core'
import { centsOf, formatMoney, parseDollars } from '@pier/protocol/money'
import { call } from '../../../../api/client/client.ts'
import type { Loan } from '../../../../api/loans/loans.ts'
import { AmountField, checkAmount } from '../../../../money/amount-field.tsx'
import { DateField } from '../../../../text/date-field.tsx'
import { FieldError } from '../../../../ui/form/field-wrap.tsx'
import { TextField } from '../../../../ui/form/text-field.tsx'
import type { Values } from '../../../../ui/form/use-form.ts'
import { waiverText } from '../actions/action-text.ts'
import { DialogForm, type LoanFormProps } from './dialog-form.tsx'
import styles from './loan-dialogs.module.css'
import { otherName, todayOf } from '../actions/loan-actions.ts'
import { useLoanForm } from './use-loan-form.ts'

const referenceLengthMax = 200

export type PaymentField = 'amount' | 'paid_on' | 'reference'

/** All three may be left out: without them it is the whole sum, today. */
export const paymentChecks = {
  amount: (typed: string) => (typed.trim() ? checkAmount(typed) : null),
  paid_on: () => null,
  reference: () => null,
}

/** The typed values, in the shape of the call. */
export function readPayment({ amount, paid_on, reference }: Values<PaymentField>) {
  const cents = amount.trim() ? parseDollars(amount) : null
  return {
    ...(cents !== null && { amount: cents / 100 }),
    ...(paid_on && { paid_on }),
    ...(reference.trim() && { reference: reference.trim() }),
  }
}

type PaymentFieldsProps = {
  field: (name: PaymentField) => { name: string; error: string | undefined }
  /** "Date sent". */
  when: string
  today: string
  amount?: number
  isAmountNeeded?: boolean
}

export const PaymentFields = ({
  field,
  when,
  today,
  amount,
  isAmountNeeded,
}: PaymentFieldsProps) => (
  <>
    <div className={styles.pair}>
      <AmountField
        {...field('amount')}
        optional={!isAmountNeeded}
        {...(amount !== undefined && { defaultValue: amount.toFixed(2) })}
      />
      <DateField {...field('paid_on')} label={when} defaultValue={today} max={today} />
    </div>
    <TextField
      {...field('reference')}
      label="Payment reference"
      optional
      maxLength={referenceLengthMax}
      autoComplete="off"
    />
  </>
)

type Kind = 'markPaid' | 'confirmReceipt' | 'recordPayment'

/** Money was sent, or arrived. The sender makes a claim with it, the receiver confirms. */
export function PaymentForm({
  kind,
  loan,
  frame,
  now,
}: LoanFormProps & { kind: Kind; now: string }) {
  const { text, button, done, when } = textOf(kind, loan)
  const isAsked = kind === 'markPaid' && needsWaiver(loan)
  const form = useLoanForm(frame, {
    checks: {
      ...paymentChecks,
      ...(kind === 'recordPayment' && { amount: checkAmount }),
      waives_runway: (ticked: string) =>
        isAsked && !ticked ? 'Confirm that you pay anyway' : null,
    },
    what: `${button}, ${loan.domain}`,
    work: (values) => send(kind, loan, values),
    done,
  })
  return (
    <DialogForm loan={loan} frame={frame} form={form} button={button}>
      <p>{text}</p>
      <PaymentFields
        field={form.field}
        when={when}
        today={todayOf(loan, now)}
        isAmountNeeded={kind === 'recordPayment'}
        {...(kind !== 'recordPayment' && { amount: loan.amount })}
      />
      {isAsked && <WaiverField {...form.field('waives_runway')} label={waiverText(loan)} />}
    </DialogForm>
  )
}

/** Only for a lender who has not revealed where to pay: revealing includes the waiver. */
const needsWaiver = ({ role, runway_short_days, payee }: Loan) =>
  role === 'LENDER' && runway_short_days !== null && payee.revealed_at === null

type WaiverFieldProps = { name: string; error: string | undefined; label: string }

const WaiverField = ({ error, ...box }: WaiverFieldProps) => (
  <Checkbox {...box} error={error && <FieldError text={error} />} />
)

type Typed = Values<PaymentField | 'waives_runway'>

function send(kind: Kind, { id, version, amount }: Loan, values: Typed) {
  const body = { version, ...readPayment(values) }
  const params = { id }
  const waiver = values.waives_runway ? { waives_runway: true } : {}
  if (kind === 'markPaid') {
    return call('POST /escrow/:id/markPaid', { params, body: { ...body, ...waiver } })
  }
  if (kind === 'confirmReceipt') return call('POST /escrow/:id/confirmReceipt', { params, body })
  return call('POST /escrow/:id/payments', { params, body: { amount, ...body } })
}

const orderOf = ({ payoff }: Loan) =>
  payoff && payoff.today.advances > 0
    ? `It covers the renewal fee your lender advanced first, then interest, then principal`
    : 'It covers interest first, then principal'

function textOf(kind: Kind, loan: Loan) {
  const money = formatMoney(centsOf(loan.amount))
  const other = otherName(loan)
  if (kind === 'recordPayment')
    return {
      text: `You state that you made a partial payment. ${orderOf(loan)}, once ${other} confirms.`,
      button: 'Record partial payment',
      done: 'Payment recorded',
      when: 'Date sent',
    }
  if (kind === 'markPaid' && loan.role === 'LENDER')
    return {
      text: `You state that you sent ${money} to ${other}. The loan starts once they confirm receipt. You cannot cancel after this.`,
      button: `I sent ${money}`,
      done: 'Marked paid',
      when: 'Date sent',
    }
  return {
    text: `You confirm that you received ${money} from ${other}. The loan runs from the day it arrived. This cannot be undone.`,
    button: `Confirm I received ${money}`,
    done: 'Receipt confirmed',
    when: 'Date received',
  }
}
