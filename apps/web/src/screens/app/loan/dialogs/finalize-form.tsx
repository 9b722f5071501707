import { limits } from '@pier/protocol/limits'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { useState } from 'react'
import { call } from '../../../../api/client/client.ts'
import type { Loan } from '../../../../api/loans/loans.ts'
import { TextField } from '../../../../ui/form/text-field.tsx'
import type { Values } from '../../../../ui/form/use-form.ts'
import { type Choice, Choices } from './choices.tsx'
import { DialogForm, type LoanFormProps } from './dialog-form.tsx'
import { findAction, isOpen, otherName, todayOf } from '../actions/loan-actions.ts'
import { type PaymentField, PaymentFields, paymentChecks, readPayment } from './payment-form.tsx'
import { useLoanForm } from './use-loan-form.ts'

type Outcome = 'REPAID' | 'DEFAULT' | 'SURRENDER'
type FinalizeFormProps = LoanFormProps & { now: string; start?: string | undefined }

/** Whether the loan is repaid and, if not, what follows. */
export function FinalizeForm({ loan, frame, now, start }: FinalizeFormProps) {
  const choices = choicesOf(loan)
  const [outcome, setOutcome] = useState<Outcome>(
    choices.find(({ value }) => value === start)?.value ?? 'REPAID',
  )
  const { text, button, done, danger } = words[outcome](loan)
  const form = useLoanForm(frame, {
    checks: {
      ...paymentChecks,
      domain: (typed: string) =>
        outcome === 'SURRENDER' && !isTyped(typed, loan) ? `Type ${loan.unicode}` : null,
    },
    what: `${button}, ${loan.domain}`,
    work: (values) => send(loan, outcome, values),
    done,
  })
  return (
    <DialogForm loan={loan} frame={frame} form={form} button={button} danger={danger}>
      {choices.length > 1 && (
        <Choices
          label="Outcome"
          name="outcome"
          choices={choices}
          value={outcome}
          onChange={setOutcome}
        />
      )}
      <p>{text}</p>
      {outcome === 'REPAID' && (
        <PaymentFields
          field={form.field}
          when={loan.role === 'LENDER' ? 'Date received' : 'Date sent'}
          today={todayOf(loan, now)}
          amount={loan.claim?.amount ?? loan.payoff?.today.amount ?? loan.repay}
        />
      )}
      {outcome === 'SURRENDER' && (
        <TextField
          {...form.field('domain')}
          label={`Type ${loan.unicode} to confirm`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={limits.domainTypedLengthMax}
        />
      )}
    </DialogForm>
  )
}

const isTyped = (typed: string, { domain, unicode }: Loan) =>
  [domain, unicode].includes(typed.trim().toLowerCase())

/** The choices for this party; a closed one says why. */
function choicesOf(loan: Loan): Choice<Outcome>[] {
  const isLender = loan.role === 'LENDER'
  const other = findAction(loan, isLender ? 'claimDefault' : 'surrender')
  const repaid = { value: 'REPAID' as const, label: isLender ? 'Repaid' : 'I repaid' }
  const isRepaidOpen = isOpen(loan, 'finalize')
  if (!other) return [repaid]
  const second = isLender
    ? { value: 'DEFAULT' as const, label: 'Not repaid: send default notice' }
    : { value: 'SURRENDER' as const, label: 'I surrender the domain' }
  return [
    { ...repaid, whyNot: isRepaidOpen ? null : (findAction(loan, 'finalize')?.why_not ?? null) },
    { ...second, whyNot: other.open ? null : other.why_not },
  ]
}

type Words = { text: string; button: string; done: string; danger: boolean }

const words: Record<Outcome, (loan: Loan) => Words> = {
  REPAID: (loan) => (loan.role === 'LENDER' ? repaidByThem(loan) : repaidByMe(loan)),
  DEFAULT: (loan) => ({
    text:
      `You state that you were not repaid. ${otherName(loan)} gets a formal notice and has ` +
      `${limits.noticeDays} days to pay, object or ask for an extension. If they do not respond, two operators ` +
      'check the file. Only then does the domain become yours, and the debt is closed.',
    button: 'Send default notice',
    done: 'Default notice sent',
    danger: true,
  }),
  SURRENDER: (loan) => ({
    text: `The domain goes to ${otherName(loan)} at once, and the debt is closed in full. This cannot be undone.`,
    button: 'Surrender the domain',
    done: 'Domain surrendered',
    danger: true,
  }),
}

const owed = ({ payoff, repay }: Loan) => formatMoney(centsOf(payoff?.today.amount ?? repay))
/** What the borrower claims to have sent, if anything: that is what is confirmed. */
const came = (loan: Loan) => (loan.claim ? formatMoney(centsOf(loan.claim.amount)) : owed(loan))

const repaidByThem = (loan: Loan): Words => ({
  text: `You confirm that you received ${came(loan)}.${shortText(loan)} The domain is released to ${otherName(loan)} at once. This cannot be undone.`,
  button: 'Confirm I was repaid',
  done: 'Loan complete',
  danger: false,
})

function shortText({ claim }: Loan): string {
  if (!claim || claim.short === 0) return ''
  return ` It is ${formatMoney(centsOf(claim.short))} less than was owed that day. If you confirm, nothing more is owed.`
}

const repaidByMe = (loan: Loan): Words => ({
  text: `You state that you sent ${owed(loan)} to ${otherName(loan)}. The default clock stops, and the domain is released once they confirm. If they do not respond, an operator reviews it.`,
  button: 'I repaid',
  done: 'Marked repaid',
  danger: false,
})

function send(loan: Loan, outcome: Outcome, values: Values<PaymentField | 'domain'>) {
  const { id, version } = loan
  const params = { id }
  if (outcome === 'SURRENDER')
    return call('POST /escrow/:id/surrender', {
      params,
      body: { version, domain: values.domain.trim() },
    })
  const paid = outcome === 'REPAID' ? readPayment(values) : {}
  return call('POST /escrow/:id/finalize', { params, body: { version, outcome, ...paid } })
}
