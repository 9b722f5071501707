import { Checkbox } from '@mantine/core'
import { outcomeText } from '@pier/protocol/loans/disputes'
import { limits } from '@pier/protocol/limits'
import { useState } from 'react'
import { call } from '../../../../api/client/client.ts'
import type { Loan } from '../../../../api/loans/loans.ts'
import { DateField } from '../../../../text/date-field.tsx'
import { Choices } from './choices.tsx'
import { DialogForm, type LoanFormProps } from './dialog-form.tsx'
import { otherName, todayOf } from '../actions/loan-actions.ts'
import { StatementField } from './statement-field.tsx'
import { useLoanForm } from './use-loan-form.ts'

type ProposalFormProps = LoanFormProps & { now: string }

const noCheck = () => null
const needed = (date: string) => (date ? null : 'Choose a date')
const said = (statement: string) => (statement.trim() ? { statement: statement.trim() } : {})

export function ExtensionForm({ loan, frame, now }: ProposalFormProps) {
  const { id, version } = loan
  const [paysInterest, setPaysInterest] = useState(false)
  const form = useLoanForm(frame, {
    checks: { due_on: needed, statement: noCheck },
    what: `Propose a later due date for ${loan.domain}`,
    work: ({ due_on, statement }) =>
      call('POST /escrow/:id/extension', {
        params: { id },
        body: { version, due_on, pays_interest: paysInterest, ...said(statement) },
      }),
    done: 'Proposal sent',
  })
  return (
    <DialogForm loan={loan} frame={frame} form={form} button="Propose extension">
      <p>
        {otherName(loan)} can accept or decline. Until then the due date stays, and interest
        continues at the same rate.
      </p>
      <DateField {...form.field('due_on')} label="New due date" min={todayOf(loan, now)} />
      <Checkbox
        label="Interest accrued so far is paid now"
        checked={paysInterest}
        onChange={(event) => setPaysInterest(event.currentTarget.checked)}
      />
      <StatementField {...form.field('statement')} label="Reason" />
    </DialogForm>
  )
}

/** Before the funding is confirmed there is nothing to repay; after it, it cannot be undone. */
const outcomesOf = ({ due_at }: Loan) =>
  due_at === null ? (['NOT_FUNDED', 'FUNDED'] as const) : (['REPAID', 'CURE', 'DEFAULT'] as const)

export function SettlementForm({ loan, frame, now }: ProposalFormProps) {
  const { id, version } = loan
  const outcomes: readonly (keyof typeof outcomeText)[] = outcomesOf(loan)
  const [outcome, setOutcome] = useState(outcomes[0] ?? 'REPAID')
  const form = useLoanForm(frame, {
    checks: {
      value_date: (date: string) => (outcome === 'FUNDED' ? needed(date) : null),
      due_on: (date: string) => (outcome === 'CURE' ? needed(date) : null),
      statement: noCheck,
    },
    what: `Propose a settlement for ${loan.domain}`,
    work: ({ value_date, due_on, statement }) =>
      call('POST /escrow/:id/settlement', {
        params: { id },
        body: {
          version,
          outcome,
          ...(outcome === 'FUNDED' && { value_date }),
          ...(outcome === 'CURE' && { due_on }),
          ...said(statement),
        },
      }),
    done: 'Proposal sent',
  })
  const today = todayOf(loan, now)
  return (
    <DialogForm loan={loan} frame={frame} form={form} button="Propose settlement">
      <p>If {otherName(loan)} accepts, the dispute ends at once, without a ruling.</p>
      <Choices
        label="We agree that"
        name="outcome"
        choices={outcomes.map((value) => ({ value, label: outcomeText[value] }))}
        value={outcome}
        onChange={setOutcome}
      />
      {outcome === 'FUNDED' && (
        <DateField {...form.field('value_date')} label="Date the loan was received" max={today} />
      )}
      {outcome === 'CURE' && (
        <DateField
          {...form.field('due_on')}
          label="To be repaid by"
          min={today}
          hint={`At least ${limits.curedDaysMin} days from now.`}
        />
      )}
      <StatementField {...form.field('statement')} label="Reason" />
    </DialogForm>
  )
}
